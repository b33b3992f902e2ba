import { decodeHTMLStrict } from "entities";
import { XMLParser } from "fast-xml-parser";
import { htmlToOutline } from "../../../formats/documents/page/read-page.ts";
import { rewriteInSlices } from "../../../platform/lib/text.ts";
import { UnreadableFeed } from "./feed.ts";

/** An element as fast-xml-parser represents it in ordered mode: one key, its name, in addition to its attributes. */
type RawNode = Record<string, unknown>;

const TEXT = "#text";
const CDATA = "#cdata";
const ATTRIBUTES = ":@";
/** Prevents attribute names from colliding with properties that every object has. */
const ATTRIBUTE_PREFIX = "@";
/** Names that the parser rejects because it builds plain objects from them. */
const REFUSED_NAME = /^(?:__proto__|constructor|prototype)$/;
/** HTML treats any other tag as text. */
const TAG_NAME = /^[a-z]/i;
/** Each element costs memory. 2,000 long items need about half this number. */
const MAX_ELEMENTS = 120_000;
const MAX_DEPTH = 200;
/** The parser stores the names of all open elements as one string, and copies it at each element. */
const LONG_NAME = /<\/?[\w:.-]{300}/;
/** The parser joins text character by character, at 32 bytes each until it is used. */
const MAX_PIECE_CHARS = 1_000_000;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE_PREFIX,
  // No feed format defines an element with such a name. It is read like any other unknown one.
  transformTagName: (name) => (REFUSED_NAME.test(name) ? `_:${name}` : name),
  cdataPropName: CDATA,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_DEPTH,
  // Elements that HTML does not close.
  unpairedTags: ["br", "hr", "img", "wbr"],
  // Entities are decoded here once, including undeclared ones, so none can expand.
  processEntities: false,
  // Accessing a character flattens text that was joined character by character.
  tagValueProcessor: (_name, value) => (Number.isNaN(value.charCodeAt(0)) ? "" : value),
});

/** An element of a feed. Names are lowercase, with their prefix. */
export class XmlElement {
  readonly name: string;
  readonly #attributes: Record<string, string>;
  readonly #content: RawNode[];

  constructor(name: string, attributes: Record<string, string>, content: RawNode[]) {
    this.name = name;
    this.#attributes = attributes;
    this.#content = content;
  }

  attribute(name: string): string | null {
    const value = this.#attributes[ATTRIBUTE_PREFIX + name];
    return value === undefined ? null : decodeHTMLStrict(value).trim();
  }

  children(...names: string[]): XmlElement[] {
    return elementsOf(this.#content).filter(({ name }) => names.includes(name));
  }

  /** Returns the first child with the first of these names that exists. */
  child(...names: string[]): XmlElement | null {
    for (const name of names) {
      const [found] = this.children(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Returns its text, including that of nested elements: entities decoded once, CDATA unchanged. */
  get text(): string {
    return this.#content
      .map((node) => {
        if (typeof node[TEXT] === "string") return decodeText(node[TEXT]);
        if (CDATA in node) return rawText(node[CDATA]);
        return elementsOf([node])
          .map(({ text }) => text)
          .join("");
      })
      .join("");
  }

  /** Returns its text if the markup inside is HTML, as in Atom's `xhtml`. */
  get markup(): string {
    return htmlToOutline(serialise(this.#content)).text;
  }
}

/**
 * Parses XML leniently like feed readers, accepting undeclared entities and stray characters.
 * @throws UnreadableFeed
 */
export function parseXml(text: string): XmlElement {
  // A `<` that opens no tag is literal text.
  const source = text.replace(/<(?![A-Za-z_/?:]|!\[CDATA\[|!--)/g, "&lt;");
  requireBounded(source);
  let nodes: RawNode[];
  try {
    nodes = parser.parse(source) as RawNode[];
  } catch (cause) {
    throw new UnreadableFeed("is not well-formed XML", { cause });
  }
  const [root] = elementsOf(Array.isArray(nodes) ? nodes : []);
  if (root === undefined) throw new UnreadableFeed("holds no XML");
  return root;
}

/** Rejects input early that would exceed an isolate's memory. */
function requireBounded(source: string): void {
  let elements = 0;
  let last = 0;
  for (let at = source.indexOf("<"); at !== -1; at = source.indexOf("<", at + 1)) {
    const next = source.charCodeAt(at + 1);
    // Counts opening tags, not end tags, comments, CDATA or instructions.
    if (next !== 0x2f && next !== 0x21 && next !== 0x3f) elements += 1;
    if (at - last > MAX_PIECE_CHARS) throw new UnreadableFeed("has a text that is too long");
    last = at;
  }
  if (LONG_NAME.test(source)) {
    throw new UnreadableFeed("has a name that is too long");
  }
  if (elements > MAX_ELEMENTS) throw new UnreadableFeed("has too many elements");
}

/** Decodes entities, including those of HTML. Other ampersands remain. */
function decodeText(text: string): string {
  return text.includes("&")
    ? rewriteInSlices(text, decodeHTMLStrict, (character) => character === "&")
    : text;
}

function elementsOf(nodes: readonly RawNode[]): XmlElement[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES);
    if (name === undefined || name === TEXT || name === CDATA) return [];
    const content = node[name];
    const attributes = (node[ATTRIBUTES] ?? {}) as Record<string, string>;
    return [new XmlElement(name.toLowerCase(), attributes, Array.isArray(content) ? content : [])];
  });
}

/** Returns the text of a CDATA section, which is a list with one text. */
function rawText(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return (content as RawNode[])
    .map((node) => (typeof node[TEXT] === "string" ? node[TEXT] : ""))
    .join("");
}

/** Serializes nodes to markup for the HTML reader. */
function serialise(nodes: readonly RawNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node[TEXT] === "string") return node[TEXT];
      if (CDATA in node) return rawText(node[CDATA]);
      const name = Object.keys(node).find((key) => key !== ATTRIBUTES) ?? "";
      const inner = Array.isArray(node[name]) ? serialise(node[name] as RawNode[]) : "";
      const local = name.slice(name.indexOf(":") + 1);
      return TAG_NAME.test(local) ? `<${local}>${inner}</${local}>` : inner;
    })
    .join("");
}

/** Removes the DOCTYPE, which RSS 0.91 requires. Entities that it declares remain undeclared. */
export function withoutDoctype(text: string): string {
  const root = text.search(/<[A-Za-z_]/);
  const start = text.search(/<!DOCTYPE/i);
  // After the start of the root, it is part of the content.
  if (start === -1 || (root !== -1 && root < start)) return text;
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    const character = text[i];
    if (character === "[") depth += 1;
    else if (character === "]") depth -= 1;
    else if (character === ">" && depth <= 0) return text.slice(0, start) + text.slice(i + 1);
  }
  throw new UnreadableFeed("breaks off inside its DOCTYPE");
}
