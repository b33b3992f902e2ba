import type { Block } from "../../text/document/document.ts";
import { attributeOf, type XmlListener } from "./xml-reader.ts";

/** The properties of a paragraph or style; null where it does not set one. */
export interface WordProperties {
  /** The style of a paragraph, or the parent of a style. */
  style: string | null;
  /** The list of the paragraph; "0" removes it from the list of its style. */
  list: string | null;
  /** The nesting depth in the list, from 0. */
  listLevel: number | null;
  /** The level in the navigation pane, from 0; 9 is running text. */
  outline: number | null;
}

interface Style extends WordProperties {
  name: string;
}

export type ParagraphKind = Pick<Block, "kind" | "level">;

/** Built-in styles have these names in every language of Word; only their ids are translated. */
const HEADING = /^heading(?: ([1-9]))?$/;
const NAMED_LEVELS: ReadonlyMap<string, number> = new Map([
  ["title", 1],
  ["toc heading", 1],
  ["subtitle", 2],
]);
const TEXT = /^(?:toc [1-9]|caption|normal|body text)$/;
const CODE =
  /^(?:html preformatted|preformatted text|plain text|macro(?: text)?|(?:source ?|program ?)?code(?: ?(?:block|text|listing|snippet))?|source text)$/;
const NESTED_LIST = /^list (?:bullet|number) ([2-5])$/;
const DEEPEST_HEADING = 6;
/** Word has nine list levels, from 0. */
const MAX_LIST_LEVEL = 8;
const RUNNING_TEXT = 9;
/** Word follows about ten. The limit also ends cycles. */
const MAX_CHAIN = 50;

export const noProperties = (): WordProperties => ({
  style: null,
  list: null,
  listLevel: null,
  outline: null,
});

/** Records the property of an element inside `w:pPr`. */
export function setProperty(
  properties: WordProperties,
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const value = attributeOf(attributes, "val");
  if (name === "pStyle") properties.style = value;
  else if (name === "numId") properties.list = value;
  else if (name === "ilvl") properties.listLevel = numberOf(value);
  else if (name === "outlineLvl") properties.outline = numberOf(value);
}

/** Collects the paragraph styles of a document from its styles part, and classifies paragraphs. */
export class WordStyles implements XmlListener {
  readonly #styles = new Map<string, Style>();
  readonly #chains = new Map<string, readonly Style[]>();
  #default: string | null = null;
  #open: Style | null = null;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "style") this.#openStyle(attributes);
    else if (this.#open === null) return;
    else if (name === "name")
      this.#open.name = attributeOf(attributes, "val")?.trim().toLowerCase() ?? "";
    else if (name === "basedOn") this.#open.style = attributeOf(attributes, "val");
    else setProperty(this.#open, name, attributes);
  }

  close(name: string): void {
    if (name === "style") this.#open = null;
  }

  text(): void {}

  /** Returns the kind of a paragraph by its own properties and its styles, the nearest first. */
  kindOf(properties: WordProperties): ParagraphKind {
    const chain = this.#chainOf(properties.style ?? this.#default);
    const byStyle = firstOf(chain, kindByStyle);
    const { outline } = properties;
    if (byStyle?.kind === "heading") return byStyle;
    if (outline !== null && outline < RUNNING_TEXT) return heading(outline + 1);
    const list = properties.list ?? firstOf(chain, (style) => style.list);
    if (list === null || list === "0") return byStyle ?? { kind: "paragraph" };
    const level =
      properties.listLevel ??
      firstOf(chain, (style) => style.listLevel ?? levelByName(style.name)) ??
      0;
    return { kind: "item", level: Math.min(Math.max(level, 0), MAX_LIST_LEVEL) + 1 };
  }

  #openStyle(attributes: Readonly<Record<string, string>>): void {
    const id = attributeOf(attributes, "styleId");
    if (id === null || (attributeOf(attributes, "type") ?? "paragraph") !== "paragraph") return;
    this.#open = { name: "", ...noProperties() };
    this.#styles.set(id, this.#open);
    if (isOn(attributeOf(attributes, "default") ?? "0")) this.#default = id;
  }

  #chainOf(id: string | null): readonly Style[] {
    if (id === null) return [];
    const known = this.#chains.get(id);
    if (known !== undefined) return known;
    const chain: Style[] = [];
    let style = this.#styles.get(id);
    while (style !== undefined && chain.length < MAX_CHAIN) {
      chain.push(style);
      style = this.#styles.get(style.style ?? "");
    }
    this.#chains.set(id, chain);
    return chain;
  }
}

/** Returns whether a toggle property is on. Without a value it is. */
export const isOn = (value: string | null): boolean =>
  value === null || !["0", "false", "off", "none"].includes(value);

function kindByStyle({ name, outline }: Style): ParagraphKind | null {
  const level = NAMED_LEVELS.get(name) ?? HEADING.exec(name)?.[1];
  if (level !== undefined || HEADING.test(name)) return heading(Number(level ?? 1));
  if (CODE.test(name)) return { kind: "code" };
  if (outline !== null && outline < RUNNING_TEXT) return heading(outline + 1);
  return outline !== null || TEXT.test(name) ? { kind: "paragraph" } : null;
}

const heading = (level: number): ParagraphKind => ({
  kind: "heading",
  level: Math.min(Math.max(level, 1), DEEPEST_HEADING),
});

function levelByName(name: string): number | null {
  const digit = NESTED_LIST.exec(name)?.[1];
  return digit === undefined ? null : Number(digit) - 1;
}

function firstOf<T>(chain: readonly Style[], read: (style: Style) => T | null): T | null {
  for (const style of chain) {
    const found = read(style);
    if (found !== null) return found;
  }
  return null;
}

function numberOf(value: string | null): number | null {
  const number = Number(value);
  return value === null || !Number.isInteger(number) ? null : number;
}
