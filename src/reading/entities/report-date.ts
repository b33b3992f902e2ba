import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import { splitSentences } from "../../text/sentences/sentences.ts";
import { findDates } from "./find-dates.ts";
import type { Entities } from "./schema.ts";

/**
 * Returns the report's own date: publication, else last revision, else the latest activity described. Null if it prints
 * none.
 */
export function reportDate(dates: Entities["dates"] = []): string | null {
  const of = (role: Entities["dates"][number]["role"]) =>
    dates.filter((one) => one.role === role).map(({ date, end }) => end ?? date);
  return of("published")[0] ?? of("revised").at(-1) ?? of("activity").sort().at(-1) ?? null;
}

/** Returns the date that a text prints, for texts whose entities are not needed. */
export function dateOfText(outline: Outline): string | null {
  return reportDate(findDates(bodyText(outline), splitSentences(outline)));
}
