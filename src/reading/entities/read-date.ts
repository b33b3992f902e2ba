import { monthOf } from "./date-words.ts";

/** A date with the written precision. The year may be missing. */
export interface WrittenDate {
  year: number | null;
  month: number | null;
  day: number | null;
}

/** Parses a written date. Returns null if the words are not a date or are ambiguous. */
export function readDate(words: string): WrittenDate | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(words);
  if (iso !== null) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(words);
  if (numeric !== null)
    return readNumeric(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]));
  const year = /(?<!\d)(\d{4})(?!\d)/.exec(words)?.[1];
  const month = monthOf(/\p{L}{3,}/u.exec(words.replace(/\bof\b/gi, ""))?.[0] ?? "");
  const day = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)/i.exec(words)?.[1];
  if (year === undefined && month === null) return null;
  return toDate(
    year === undefined ? null : Number(year),
    month,
    day === undefined ? null : Number(day),
  );
}

/** Parses numeric dates. `13/05/2020` has one meaning, but `03/05/2020` may have two. */
function readNumeric(first: number, second: number, year: number): WrittenDate | null {
  if (first > 12 && second <= 12) return toDate(year, second, first);
  if (second > 12 && first <= 12) return toDate(year, first, second);
  return first === second ? toDate(year, first, second) : null;
}

function toDate(year: number | null, month: number | null, day: number | null) {
  const days = month === null ? 31 : new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate();
  return day !== null && day > days ? null : { year, month, day };
}

/** Formats a date as ISO 8601 with the written precision. Returns null without a year. */
export function toIso({ year, month, day }: WrittenDate): string | null {
  if (year === null) return null;
  const two = (part: number) => String(part).padStart(2, "0");
  if (month === null) return String(year);
  return day === null ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`;
}
