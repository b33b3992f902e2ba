import { excerptsOf, loneSentencesOf } from "./excerpts.ts";
import type { ReadReport } from "./fit-calibration.ts";
import type { LabelSpace } from "./label-space.ts";
import { readReport, type Report } from "./labelled-reports.ts";
import type { Learned } from "./learn.ts";

/**
 * Reports as a whole, in excerpts and by single sentences; by whole sentences: networks that see clauses too grow wary of
 * all that is short, and find fewer of the acts that clauses are there for.
 */
export function readAll(
  reports: readonly Report[],
  learned: Learned,
  space: LabelSpace,
): ReadReport[] {
  const read = (report: Report, kind: ReadReport["kind"]) => readOne(report, kind, learned, space);
  return reports.flatMap((report) => [
    read(report, "whole"),
    ...excerptsOf(report).map((excerpt) => read(excerpt, "excerpt")),
    ...loneSentencesOf(report).map((sentence) => read(sentence, "lone")),
  ]);
}

/** A text that was short from the beginning, of acts or of none. */
export function readShort(report: Report, learned: Learned, space: LabelSpace): ReadReport {
  return readOne(report, report.labels.size === 0 ? "none" : "short", learned, space);
}

function readOne(
  report: Report,
  kind: ReadReport["kind"],
  { weights, acts }: Learned,
  space: LabelSpace,
): ReadReport {
  return { report, kind, space, reading: readReport(report, weights, acts, false) };
}
