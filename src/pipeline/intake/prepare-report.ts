import { cleanLine, cleanLines } from "../../platform/lib/clean-text.ts";
import { foldText } from "../../platform/lib/text.ts";
import { dateOfText } from "../../reading/entities/report-date.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { outlineText } from "../../text/outline/outline-text.ts";
import type { IntakeDeps } from "./deps.ts";
import type { ObservableReader } from "../observables/observable-reader.ts";
import { canonicalUrl, titleKey } from "./identity.ts";
import { matchesOf, outlineOf } from "./matches-of.ts";
import { namesOf } from "./names-of.ts";
import type { NewReport } from "./new-report.ts";
import type { ReportKeys } from "./canonical-report-store.ts";
import type { ReportRow, Submission } from "./submission.ts";

/** Maximum characters per row of a text. D1 allows 2 MB per row. */
const PART_CHARS = 200_000;
const MAX_TITLE_CHARS = 1_000;
const MAX_PUBLISHER_CHARS = 255;
const MAX_SUMMARY_CHARS = 20_000;

/**
 * Prepares a report for storage, with the observables that it mentions.
 * @param index the release whose software it may name, or null if none is ingested
 */
export function prepareReport(
  deps: Pick<IntakeDeps, "newId">,
  report: NewReport,
  reader: ObservableReader,
  index: ReleaseIndex | null,
): Submission {
  const title = cutTitle(report.title) || "Untitled report";
  const summary = cut(cleanLines(report.summary).trim(), MAX_SUMMARY_CHARS);
  const publisher = cut(cleanLine(report.publisher ?? ""), MAX_PUBLISHER_CHARS) || null;
  // Uses the stored title, so that positions refer to the stored text.
  const titled = { ...report, title };
  const outline = outlineOf(titled);
  const values = matchesOf(titled, reader, outline);
  const row: ReportRow = {
    id: report.id ?? deps.newId(),
    title,
    url: report.url,
    publisher,
    summary,
    technique_ids: report.technique_ids,
    group_ids: report.group_ids,
    ...namesOf(titled, outline, values, index),
    new_technique_ids: [],
    source_id: report.source_id,
    import_id: report.import_id,
    published_at: report.published_at,
    ...keysOf(report),
    analyst_notes: report.notes?.analyst_notes ?? "",
    source_reliability: report.notes?.source_reliability ?? null,
    search_text: foldText([title, publisher, report.url, summary].join("\n")),
  };
  const matches = values.map((value) => ({ ...value, id: deps.newId() }));
  // The date is only for the observables.
  const printed = () => (matches.length === 0 ? null : dateOfText(outlineText(report.text)));
  const dated_at = report.published_at ?? printed();
  return { row, texts: cutText(report.text), matches, dated_at };
}

/** Returns the keys that make a report the same as another one. */
export function keysOf(report: Pick<NewReport, "url" | "title" | "foreign_key">): ReportKeys {
  const { url, title, foreign_key } = report;
  return { url_key: canonicalUrl(url), title_key: titleKey(cutTitle(title)), foreign_key };
}

/**
 * Cleans and cuts a title. Zero-width characters are removed first, because they may be inside a word. Empty if
 * nothing is visible.
 */
function cutTitle(title: string): string {
  return cut(cleanLine(title.replace(/[\u00ad\u200b\u2060\ufeff]/gu, "")), MAX_TITLE_CHARS);
}

/** Shortens text for display. The report's text contains the whole. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;
}

function cutText(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PART_CHARS);
    // Do not split a surrogate pair.
    if (to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}
