import { SaxesParser } from "saxes";
import { AppError } from "../../platform/lib/errors.ts";

/** Receives the events of an XML document. Names have no prefix. */
export interface XmlListener {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

/** A push parser for bytes. Call `end` after the last of them. */
export interface XmlReader {
  write(chunk: Uint8Array): void;
  end(): void;
}

/** Word nests a few dozen elements. Each open element costs memory. */
const MAX_DEPTH = 1000;
/** Word writes about ten, plus namespaces on the root. All attributes of one element are in memory. */
const MAX_ATTRIBUTES = 1000;

/**
 * Reads XML as a stream, in UTF-8 or, with a byte order mark, UTF-16. Rejects a DOCTYPE, so only the five
 * predefined entities exist. Throws `document_unreadable` for invalid XML; errors of the listener pass through.
 */
export function createXmlReader(listener: XmlListener): XmlReader {
  const parser = createParser(listener);
  let decoder: TextDecoder | null = null;
  const feed = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw brokenXml(error);
    }
  };
  return {
    write(chunk) {
      if (chunk.length === 0) return;
      feed(() => {
        decoder ??= decoderFor(chunk);
        parser.write(decoder.decode(chunk, { stream: true }));
      });
    },
    end() {
      feed(() => {
        parser.write(decoder?.decode() ?? "");
        parser.close();
      });
    },
  };
}

function createParser(listener: XmlListener): SaxesParser<{ xmlns: false; position: false }> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let attributes = 0;
  parser.on("doctype", () => {
    throw brokenXml(new Error("DOCTYPE is not allowed"));
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw brokenXml(new Error("too many attributes"));
  });
  parser.on("opentag", (tag) => {
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw brokenXml(new Error("nested too deep"));
    listener.open(localName(tag.name), tag.attributes);
  });
  parser.on("closetag", (tag) => {
    depth -= 1;
    listener.close(localName(tag.name));
  });
  parser.on("text", (text) => listener.text(text));
  parser.on("cdata", (text) => listener.text(text));
  return parser;
}

function decoderFor(start: Uint8Array): TextDecoder {
  const mark = start[0] === 0xff && start[1] === 0xfe ? "utf-16le" : "utf-8";
  const encoding = start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : mark;
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
}

/** Returns an attribute by its name without a prefix; null if it is missing. */
export function attributeOf(
  attributes: Readonly<Record<string, string>>,
  name: string,
): string | null {
  for (const [full, value] of Object.entries(attributes)) {
    if (localName(full) === name) return value;
  }
  return null;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function brokenXml(cause: unknown): AppError {
  return new AppError(
    "document_unreadable",
    "The DOCX holds XML that cannot be read; save it again in Word and upload that.",
    { cause },
  );
}
