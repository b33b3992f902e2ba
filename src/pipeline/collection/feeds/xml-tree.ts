import { decodeHTMLStrict } from "entities";
import { XMLParser } from "fast-xml-parser";
import { htmlToOutline } from "../../../formats/documents/page/read-page.ts";
import { rewriteInSlices } from "../../../platform/lib/text.ts";
import { UnreadableFeed } from "./feed.ts";

/** An element as fast-xml-parser keeps it when order matters: one key, its name, beside attributes. */
type RawNode = Record<string, unknown>;

const TEXT = "#text";
const CDATA = "#cdata";
const ATTRIBUTES = ":@";
/** No name of an attribute can be that of a property which every object has. */
const ATTRIBUTE_PREFIX = "@";
/** Names that the parser refuses because it builds plain objects from them. */
const REFUSED_NAME = /^(?:__proto__|constructor|prototype)$/;
/** HTML reads any other tag as text. */
const TAG_NAME = /^[a-z]/i;
/** Each element costs memory; 2,000 long items need about half as many. */
const MAX_ELEMENTS = 120_000;
const MAX_DEPTH = 200;
/** The parser keeps the names of all open elements as one text, and copies it at each element. */
const LONG_NAME = /<\/?[\w:.-]{300}/;
/** The parser joins a text letter by letter, at 32 bytes each until it is used. */
const MAX_PIECE_CHARS = 1_000_000;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE_PREFIX,
  // No feed format defines an element with such a name; it is read like any other unknown one.
  transformTagName: (name) => (REFUSED_NAME.test(name) ? `_:${name}` : name),
  cdataPropName: CDATA,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_DEPTH,
  // What HTML leaves open.
  unpairedTags: ["br", "hr", "img", "wbr"],
  // Entities are decoded here, once, those that no DTD declares included; so none can grow.
  processEntities: false,
  // Looking at a letter makes one piece of what was joined letter by letter.
  tagValueProcessor: (_name, value) => (Number.isNaN(value.charCodeAt(0)) ? "" : value),
});

/** An element of a feed. Names are in lower case, with their prefix. */
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

  /** The first child of the first of these names that there is. */
  child(...names: string[]): XmlElement | null {
    for (const name of names) {
      const [found] = this.children(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Its text: entities decoded once, CDATA as it is, that of elements inside included. */
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

  /** Its text where the markup inside is HTML of its own, as in Atom's `xhtml`. */
  get markup(): string {
    return htmlToOutline(serialise(this.#content)).text;
  }
}

/**
 * Reads XML as feed readers do, undeclared entities and stray signs included.
 * @throws UnreadableFeed
 */
export function parseXml(text: string): XmlElement {
  // What opens no tag is meant to be read.
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

/** Refuses, before it costs anything, what would cost more memory than an isolate has. */
function requireBounded(source: string): void {
  let elements = 0;
  let last = 0;
  for (let at = source.indexOf("<"); at !== -1; at = source.indexOf("<", at + 1)) {
    const next = source.charCodeAt(at + 1);
    // What opens: neither an end tag nor a comment, CDATA or instruction.
    if (next !== 0x2f && next !== 0x21 && next !== 0x3f) elements += 1;
    if (at - last > MAX_PIECE_CHARS) throw new UnreadableFeed("has a text that is too long");
    last = at;
  }
  if (LONG_NAME.test(source)) {
    throw new UnreadableFeed("has a name that is too long");
  }
  if (elements > MAX_ELEMENTS) throw new UnreadableFeed("has too many elements");
}

/** Entities decoded, those of HTML included; an ampersand that begins none stays. */
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

/** The text of a CDATA section, which is kept as a list with one text. */
function rawText(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return (content as RawNode[])
    .map((node) => (typeof node[TEXT] === "string" ? node[TEXT] : ""))
    .join("");
}

/** Gives elements their tags back, for the reader of HTML. */
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

/** RSS 0.91 has a DOCTYPE by its specification; entities that it may declare stay undeclared. */
export function withoutDoctype(text: string): string {
  const root = text.search(/<[A-Za-z_]/);
  const start = text.search(/<!DOCTYPE/i);
  // Behind the root's beginning it is what somebody writes about.
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
