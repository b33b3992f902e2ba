import type { Context } from "../context.ts";
import { foldText } from "../lib/text.ts";
import { CONFIDENCE } from "../observables/confidence.ts";
import { extractObservables } from "../observables/extract/extract.ts";
import { suppressionOf } from "../observables/suppress.ts";
import { keyOf, type Match, type SuppressionRule } from "../observables/vocabulary.ts";
import { canonicalUrl, titleKey } from "./identity.ts";
import type {
  Companions,
  ReportKeys,
  ReportRow,
  Submission,
  SubmittedMatch,
} from "./submission-store.ts";

/** Characters of one batch's JSON, under D1's limit for a parameter. */
const BATCH_CHARS = 400_000;
const BATCH_REPORTS = 200;
/** Rows of a text; D1 takes 2 MB a row. */
const PART_CHARS = 200_000;
const MAX_TITLE_CHARS = 1_000;
const MAX_PUBLISHER_CHARS = 255;
const MAX_SUMMARY_CHARS = 20_000;

/** A report as a feed, an import or an analyst brings it. */
export interface NewReport {
  /** Where it is known beforehand. */
  id?: string;
  title: string;
  url: string | null;
  publisher: string | null;
  /** Plain text. */
  summary: string;
  /** All that it says, for an analysis; observables are looked for here. */
  text: string;
  published_at: string | null;
  technique_ids: string[];
  group_ids: string[];
  /** Identity where it comes from: a feed's guid, a STIX id, an event's UUID. */
  foreign_key: string | null;
  source_id: string | null;
  import_id: string | null;
  /** Values that its origin names as indicators. */
  indicators: MarkedMatch[];
  /** What an analyst says of it at once. */
  notes?: Pick<ReportRow, "analyst_notes" | "source_reliability">;
}

export interface MarkedMatch extends Match {
  confidence: number;
}

/** What became of one report. */
export interface SubmitOutcome {
  report_id: string;
  created: boolean;
}

/** Sums over reports; `created + known + suppressed` is the number of matches. */
export interface ObservableCounts {
  observables_created: number;
  observables_known: number;
  suppressed: number;
}

/** Counters of nothing yet. */
export const noCounts = (): ObservableCounts => ({
  observables_created: 0,
  observables_known: 0,
  suppressed: 0,
});

/**
 * Brings reports into the queue as pending, with their observables. A report that is known already,
 * by its URL, its title or its foreign key, is not entered again, but observables that it adds are.
 * Each batch holds whole reports; the outcomes are in the order of the reports.
 */
export async function submitReports(
  context: Context,
  reports: readonly NewReport[],
  also: Companions = {},
): Promise<{ outcomes: SubmitOutcome[]; counts: ObservableCounts }> {
  const outcomes: SubmitOutcome[] = [];
  const counts = noCounts();
  let companions = also;
  for (const batch of cutBatches(reports.map((report) => prepare(context, report)))) {
    const result = await context.submissions.submit(batch, context.now(), companions);
    // What else there is to store goes with the first batch.
    companions = also.audit === undefined ? {} : { audit: also.audit };
    outcomes.push(...result.outcomes);
    counts.observables_created += result.counts.observables_created;
    counts.observables_known += result.counts.observables_known;
    counts.suppressed += result.counts.suppressed;
  }
  return { outcomes, counts };
}

/** What a report would bring in, without storing anything. */
export function matchesOf(report: NewReport): SubmittedMatch[] {
  const publisher = hostOf(report.url);
  const marked = report.indicators.map(({ confidence, ...match }) => ({ match, confidence }));
  const found = extractObservables(`${report.title}\n${report.text}`).map((match) => ({
    match,
    confidence: CONFIDENCE.text as number,
  }));
  const merged = new Map<string, SubmittedMatch>();
  for (const { match, confidence } of [...marked, ...found]) {
    const key = keyOf(match);
    if (merged.has(key)) continue;
    merged.set(key, { ...match, confidence, rule: ruleOf(match, publisher) });
  }
  return [...merged.values()];
}

function ruleOf(match: Match, publisher: string | null): SuppressionRule | null {
  return suppressionOf(match, publisher);
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}

/** What makes a report the same as another one. */
export function keysOf(report: Pick<NewReport, "url" | "title" | "foreign_key">): ReportKeys {
  const { url, title, foreign_key } = report;
  return { url_key: canonicalUrl(url), title_key: titleKey(cutTitle(title)), foreign_key };
}

const cutTitle = (title: string) => cut(title.replace(/\s+/gu, " ").trim(), MAX_TITLE_CHARS);

function prepare(context: Context, report: NewReport): Submission {
  const title = cutTitle(report.title);
  const summary = cut(report.summary.trim(), MAX_SUMMARY_CHARS);
  const row: ReportRow = {
    id: report.id ?? context.newId(),
    title,
    url: report.url,
    publisher: report.publisher === null ? null : cut(report.publisher, MAX_PUBLISHER_CHARS),
    summary,
    technique_ids: report.technique_ids,
    group_ids: report.group_ids,
    source_id: report.source_id,
    import_id: report.import_id,
    published_at: report.published_at,
    ...keysOf({ ...report, title }),
    analyst_notes: report.notes?.analyst_notes ?? "",
    source_reliability: report.notes?.source_reliability ?? null,
    search_text: foldText([title, report.publisher, report.url, summary].join("\n")),
  };
  const matches = matchesOf(report).map((match) => ({ ...match, id: context.newId() }));
  return { row, texts: cutText(report.text), matches };
}

/** Shortens what is only shown; the whole stays in the report's text. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;
}

function cutText(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PART_CHARS);
    // A surrogate pair stays together.
    if (to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

function* cutBatches(submissions: Submission[]): Generator<Submission[]> {
  let batch: Submission[] = [];
  let size = 0;
  for (const submission of submissions) {
    const chars = sizeOf(submission);
    if (batch.length > 0 && (size + chars > BATCH_CHARS || batch.length >= BATCH_REPORTS)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(submission);
    size += chars;
  }
  if (batch.length > 0) yield batch;
}

function sizeOf({ row, texts, matches }: Submission): number {
  const written = texts.reduce((sum, text) => sum + text.length, 0);
  return written + row.summary.length + row.title.length + matches.length * 200 + 500;
}
