import { decodeHTML } from "entities";
import { htmlToOutline } from "../../../formats/documents/page/read-page.ts";

/** Elements that occur in titles. Anything else in angle brackets is literal text. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|big|br|cite|code|em|font|i|img|mark|p|q|s|small|span|strike|strong|sub|sup|tt|u|wbr)(?:\s[^<>]*)?\/?>/i;

const MAX_DATE_CHARS = 100;
/** Longer than any title. Longer text is in the wrong field. */
const MAX_TITLE_CHARS = 10_000;

/** Returns a title that may contain HTML as a single line of text. */
export function titleText(whole: string): string {
  const text = whole.slice(0, MAX_TITLE_CHARS).toWellFormed();
  const plain = INLINE_TAG.test(text) ? htmlToOutline(text).text : decodeHTML(text);
  return plain.replace(/\s+/gu, " ").trim();
}

/** Returns a body that may contain HTML as text. Text without tags and entities is only trimmed. */
export function bodyText(text: string): string {
  return /[<&]/.test(text) ? htmlToOutline(text).text : text.trim();
}

/**
 * Parses a feed date (RFC 822, ISO 8601 and similar) to ISO 8601 UTC. Returns null if it is invalid or outside the
 * years 1990 to 2100.
 */
export function feedDate(text: string | null): string | null {
  if (text === null) return null;
  const trimmed = text.trim();
  if (trimmed.length > MAX_DATE_CHARS) return null;
  // The name of the day adds nothing, and may be in any language.
  const dayless = trimmed.replace(/^[^\d,]{2,20},\s*/u, "");
  const candidates = [trimmed, dayless, withEnglishMonth(dayless)];
  const time = candidates.map((value) => parseDate(value)).find((value) => !Number.isNaN(value));
  if (time === undefined) return null;
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 1990 && year <= 2100 ? date.toISOString() : null;
}

/** Months whose names start differently in other languages than in English, by their first letters. */
const MONTHS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:janv|ene|genn?|янв)\p{L}*\.?/iu, "Jan"],
  [/(?<!\p{L})(?:févr?|fevr?|feb|фев)\p{L}*\.?/iu, "Feb"],
  [/(?<!\p{L})(?:mär[zs]?|mars|março|marzo|мар)\p{L}*\.?/iu, "Mar"],
  [/(?<!\p{L})(?:avr|abr|апр)\p{L}*\.?/iu, "Apr"],
  [/(?<!\p{L})(?:mai|mag|mayo|мая|май)\p{L}*\.?/iu, "May"],
  [/(?<!\p{L})(?:juin|junh|giu|июн)\p{L}*\.?/iu, "Jun"],
  [/(?<!\p{L})(?:juil|julh|lug|июл)\p{L}*\.?/iu, "Jul"],
  [/(?<!\p{L})(?:août|aou|ago|авг)\p{L}*\.?/iu, "Aug"],
  [/(?<!\p{L})(?:set|sett|сен)\p{L}*\.?/iu, "Sep"],
  [/(?<!\p{L})(?:okt|out|ott|окт)\p{L}*\.?/iu, "Oct"],
  [/(?<!\p{L})(?:ноя)\p{L}*\.?/iu, "Nov"],
  [/(?<!\p{L})(?:déc|dez|dic|дек)\p{L}*\.?/iu, "Dec"],
];

/** Replaces the month name of another European language with the English one. */
function withEnglishMonth(text: string): string {
  const [name, english] = MONTHS.find(([pattern]) => pattern.test(text)) ?? [];
  return name === undefined ? text : text.replace(name, english ?? "");
}

function parseDate(text: string): number {
  // A date without a zone is treated as UTC, so that the result does not depend on the machine.
  const bare = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(text);
  return Date.parse(bare ? `${text.replace(" ", "T")}Z` : text.replace(/\bUT$/, "UTC"));
}

/** Resolves a link against its base. Returns null if it is not an http(s) URL. */
export function absoluteUrl(link: string | null, base: string): string | null {
  const trimmed = link?.trim() ?? "";
  if (trimmed === "" || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
