import { decodeHTML } from "entities";
import { htmlToOutline } from "../../../formats/documents/page/read-page.ts";

/** Elements that stand in titles; anything else between angle brackets is meant to be read. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|big|br|cite|code|em|font|i|img|mark|p|q|s|small|span|strike|strong|sub|sup|tt|u|wbr)(?:\s[^<>]*)?\/?>/i;

const MAX_DATE_CHARS = 100;
/** More than a title has; what is longer is text in the wrong place. */
const MAX_TITLE_CHARS = 10_000;

/** A title that may hold HTML, in one line. */
export function titleText(whole: string): string {
  const text = whole.slice(0, MAX_TITLE_CHARS).toWellFormed();
  const plain = INLINE_TAG.test(text) ? htmlToOutline(text).text : decodeHTML(text);
  return plain.replace(/\s+/gu, " ").trim();
}

/** A body that may hold HTML; what has neither tag nor entity stays as it is. */
export function bodyText(text: string): string {
  return /[<&]/.test(text) ? htmlToOutline(text).text : text.trim();
}

/**
 * A date as feeds write it (RFC 822, ISO 8601 and what comes near), as ISO 8601 UTC; null when it
 * cannot be read or lies outside the years 1990 to 2100.
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

/** Months whose names other languages begin otherwise than English, by their first letters. */
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

/** English names of months, where a date has those of another language of Europe. */
function withEnglishMonth(text: string): string {
  const [name, english] = MONTHS.find(([pattern]) => pattern.test(text)) ?? [];
  return name === undefined ? text : text.replace(name, english ?? "");
}

function parseDate(text: string): number {
  // A date without a zone is taken as UTC, so that every machine reads the same.
  const bare = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(text);
  return Date.parse(bare ? `${text.replace(" ", "T")}Z` : text.replace(/\bUT$/, "UTC"));
}

/** A link resolved against where it stands; null for what is no http(s) URL. */
export function absoluteUrl(link: string | null, base: string): string | null {
  const trimmed = link?.trim() ?? "";
  if (trimmed === "" || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
