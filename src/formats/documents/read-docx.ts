import { AppError } from "../../platform/lib/errors.ts";
import { formatBytes } from "../../platform/lib/streams.ts";
import type { DocumentLimits } from "./document.ts";
import { collectText } from "./text-collector.ts";
import { WordText } from "./word-text.ts";
import { createXmlReader, type XmlListener } from "./xml-reader.ts";
import { listZipEntries, readZipEntry } from "../zip/zip-archive.ts";
import type { UnpackBudget, ZipEntry, ZipFailure } from "../zip/zip-archive.ts";

interface WordPackage {
  bytes: Uint8Array;
  entries: Map<string, ZipEntry>;
  budget: UnpackBudget;
  fail: ZipFailure;
}

interface Relationship {
  type: string;
  target: string;
}

const DEFAULT_PART = "word/document.xml";
/** The notes stand after the body; ECMA-376 part 1, 11.3.7 and 11.3.4. */
const NOTE_PARTS = ["footnotes", "endnotes"] as const;

/**
 * Reads the text of a DOCX: body, then footnotes, then endnotes. Inflates and parses as a stream,
 * so cost and memory follow the text and not what the archive claims to be.
 * Throws `document_unreadable` (broken, encrypted, unpacks beyond the limit),
 * `unsupported_file_type` (a ZIP archive that is no Word document), `text_too_long`.
 */
export function readDocx(bytes: Uint8Array, limits: DocumentLimits): string {
  const budget = { limit: limits.maxUnpackedBytes, used: 0 };
  const fail = failureOf(budget);
  const listed = [...listZipEntries(bytes, fail)];
  // Part names ignore case.
  const entries = new Map(listed.map((entry) => [entry.name.toLowerCase(), entry]));
  const archive: WordPackage = { bytes, entries, budget, fail };
  let declared = 0;
  for (const entry of entries.values()) declared += entry.declaredSize;
  if (declared > budget.limit) throw fail("too_large");

  const part = findDocumentPart(archive);
  const collector = collectText(limits.maxTextChars);
  readPart(archive, part, requireRoot("document", new WordText(collector)));
  for (const notes of findNoteParts(archive, part)) {
    readPart(archive, notes, new WordText(collector));
  }
  return collector.text();
}

function findDocumentPart(archive: WordPackage): string {
  const named = readRelationships(archive, "_rels/.rels").find(({ type }) =>
    type.endsWith("/officeDocument"),
  );
  const part = named === undefined ? null : resolveTarget("", named.target);
  if (part !== null && archive.entries.has(part)) return part;
  if (archive.entries.has(DEFAULT_PART)) return DEFAULT_PART;
  if (named === undefined) throw notWord();
  throw new AppError(
    "document_unreadable",
    "The DOCX lacks its document part; save it again in Word and upload that.",
  );
}

function findNoteParts(archive: WordPackage, part: string): string[] {
  const slash = part.lastIndexOf("/") + 1;
  const folder = part.slice(0, slash);
  const links = readRelationships(archive, `${folder}_rels/${part.slice(slash)}.rels`);
  return NOTE_PARTS.map((kind) => {
    const link = links.find(({ type }) => type.endsWith(`/${kind}`));
    return link === undefined ? `${folder}${kind}.xml` : resolveTarget(folder, link.target);
  }).filter((name) => archive.entries.has(name));
}

function readRelationships(archive: WordPackage, part: string): Relationship[] {
  const found: Relationship[] = [];
  if (!archive.entries.has(part)) return found;
  readPart(archive, part, {
    open(name, attributes) {
      if (name !== "Relationship") return;
      found.push({ type: attributes["Type"] ?? "", target: attributes["Target"] ?? "" });
    },
    close() {},
    text() {},
  });
  return found;
}

/** Part names are compared in lower case; a leading slash means the root of the package. */
function resolveTarget(folder: string, target: string): string {
  const { pathname } = new URL(target.replaceAll("\\", "/"), `file:///${folder}`);
  return decodeURI(pathname).slice(1).toLowerCase();
}

function readPart(archive: WordPackage, part: string, listener: XmlListener): void {
  const entry = archive.entries.get(part);
  if (entry === undefined) return;
  const reader = createXmlReader(listener);
  readZipEntry(archive.bytes, entry, archive, (chunk) => reader.write(chunk));
  reader.end();
}

/** A spreadsheet or a presentation has an officeDocument part too, with another root element. */
function requireRoot(root: string, listener: XmlListener): XmlListener {
  let seen = false;
  return {
    open(name, attributes) {
      if (!seen && name !== root) throw notWord();
      seen = true;
      listener.open(name, attributes);
    },
    close: (name) => listener.close(name),
    text: (text) => listener.text(text),
  };
}

const failureOf =
  ({ limit }: UnpackBudget): ZipFailure =>
  (fault, cause) => {
    const details = {
      damaged: "The DOCX is damaged or incomplete; save it again in Word and upload that.",
      encrypted: "The DOCX is password-protected; remove the password and upload it again.",
      too_large: `The DOCX unpacks to more than ${formatBytes(limit)}; remove what it embeds or upload its text.`,
    };
    return new AppError("document_unreadable", details[fault], { cause });
  };

function notWord(): AppError {
  return new AppError(
    "unsupported_file_type",
    "The file is a ZIP archive but no Word document; upload a PDF, DOCX, HTML or TXT file.",
  );
}
