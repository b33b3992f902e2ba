import type { Block } from "../document/document.ts";

/** Form of a heading, which shows its level. */
export interface HeadingForm {
  level: number | null;
  isOfFormat: boolean;
  /** Parts of a number like `4.2`. Empty without a number. */
  number: readonly number[];
  isCapitals: boolean;
  /** Whether it is a table caption, which applies only to the table. */
  isCaption: boolean;
}

/**
 * Position of a heading relative to an earlier one: certainly part of its section (`below`) or after it (`behind`);
 * probably part of it (`within`) or above it (`above`); or unknown.
 */
export type Relation = "below" | "within" | "unknown" | "above" | "behind";

const CAPITALS = /^\P{L}*\p{Lu}[\p{Lu}\s&/:,'’()–-]{5,}[.?!]?$/u;
const NUMBER = /^\P{L}{0,4}?((?:\d{1,2}\.)*\d{1,2})[.)]?\s/u;
const CAPTION =
  /^(?:Table|Tabelle|Tableau|Tabla|Tabela|Tabella|Таблица|Табл\.|表|표)\s*[A-Z]?[\d.一二三四五六七八九十]{1,6}\s*(?:[.:：–—-]|$)/iu;

export function formOf({ level, source }: Block, line: string): HeadingForm {
  return {
    level: level ?? null,
    isOfFormat: source === "format",
    number: NUMBER.exec(line)?.[1]?.split(".").map(Number) ?? [],
    isCapitals: CAPITALS.test(line),
    isCaption: CAPTION.test(line),
  };
}

/** Returns whether its form alone makes a line the heading of a chapter. */
export function isStrong({ isOfFormat, level, number, isCapitals }: HeadingForm): boolean {
  return number.length > 0 || isCapitals || (isOfFormat && level !== null);
}

/** Returns the relation of a heading to the one that opened a section above it. */
export function relationOf(own: HeadingForm, opening: HeadingForm): Relation {
  if (opening.isCaption) return "behind";
  if (own.isCaption) return "within";
  const isKnown = own.isOfFormat && opening.isOfFormat;
  if (isKnown && own.level !== null && opening.level !== null) {
    return own.level > opening.level ? "below" : "behind";
  }
  if (own.number.length > 0 && opening.number.length > 0) {
    return relationOfNumbers(own.number, opening.number);
  }
  if (own.isOfFormat !== opening.isOfFormat) return own.isOfFormat ? "behind" : "within";
  if (own.isCapitals !== opening.isCapitals) return own.isCapitals ? "above" : "within";
  if (own.level === opening.level || own.level === null || opening.level === null) return "unknown";
  return own.level > opening.level ? "within" : "above";
}

/** 4.2 is below 4. 5 and 4.3 are behind 4.2. 1 begins a separate list. */
function relationOfNumbers(own: readonly number[], opening: readonly number[]): Relation {
  const at = opening.findIndex((part, index) => own[index] !== part);
  if (at === -1) return own.length > opening.length ? "below" : "unknown";
  const part = own[at];
  return part === undefined || part > (opening[at] ?? 0) ? "behind" : "unknown";
}
