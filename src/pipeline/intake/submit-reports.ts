import type { IntakeDeps } from "./deps.ts";
import { foldText } from "../../platform/lib/text.ts";
import { CONFIDENCE } from "../observables/confidence.ts";
import { extractObservables } from "../observables/extract/extract.ts";
import { suppressionOf } from "../observables/suppress.ts";
import { keyOf, type Match, type SuppressionRule } from "../observables/vocabulary.ts";
import { canonicalUrl, titleKey } from "./identity.ts";
import type { MarkedMatch, NewReport } from "./new-report.ts";
import { requireRoomFor } from "./require-room.ts";
import type {
  Companions,
  ReportKeys,
  ReportRow,
  Submission,
  SubmittedMatch,
} from "./submission-store.ts";

/** What one batch takes: few batches are few queries, and each must end within D1's 30 seconds. */
const BATCH_CHARS = 2_000_000;
const BATCH_REPORTS = 500;
/** Rows of a text; D1 takes 2 MB a row. */
const PART_CHARS = 200_000;
const MAX_TITLE_CHARS = 1_000;
const MAX_PUBLISHER_CHARS = 255;
const MAX_SUMMARY_CHARS = 20_000;

export type { MarkedMatch, NewReport };

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
 * @param also what goes with the first batch, its `audit` with each
 * @param last what goes with the last batch, which there is even where there are no reports
 * @throws AppError `quota_exceeded` before the batch that there is no room for
 */
export async function submitReports(
  deps: IntakeDeps,
  reports: readonly NewReport[],
  also: Companions = {},
  last: Companions | null = null,
): Promise<{ outcomes: SubmitOutcome[]; counts: ObservableCounts }> {
  const outcomes: SubmitOutcome[] = [];
  const counts = noCounts();
  const batches = [...cutBatches(reports.map((report) => prepare(deps, report)))];
  if (batches.length === 0 && last !== null) batches.push([]);
  for (const [place, batch] of batches.entries()) {
    const isLast = last !== null && place === batches.length - 1;
    const companions = {
      ...(also.audit !== undefined && { audit: also.audit }),
      statements: [
        ...((place === 0 ? also.statements : undefined) ?? []),
        ...((isLast ? last.statements : undefined) ?? []),
      ],
      additions: (isLast ? last.additions : undefined) ?? [],
    };
    await requireRoomFor(deps, batch, companions.additions);
    const result = await deps.submissions.submit(batch, deps.now(), companions);
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

function prepare(deps: IntakeDeps, report: NewReport): Submission {
  const title = cutTitle(report.title);
  const summary = cut(report.summary.trim(), MAX_SUMMARY_CHARS);
  const row: ReportRow = {
    id: report.id ?? deps.newId(),
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
  const matches = matchesOf(report).map((match) => ({ ...match, id: deps.newId() }));
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

/** The summary is stored a second time, to be searched. */
function sizeOf({ row, texts, matches }: Submission): number {
  const written = texts.reduce((sum, text) => sum + text.length, 0);
  return written + 2 * row.summary.length + 5 * row.title.length + matches.length * 200 + 500;
}
