import { excerptsOf, loneSentencesOf } from "./excerpts.ts";
import type { ReadReport } from "./fit-calibration.ts";
import type { LabelSpace } from "./label-space.ts";
import { readReport, type Report } from "./labelled-reports.ts";
import type { Learned } from "./learn.ts";
import type { ShortTexts } from "./short-texts.ts";

/**
 * @param space of what labels say anything, for reports of which not every sentence was labelled
 * @param everything the same for the others
 * Reports as a whole, in excerpts and by single sentences.
 */
export function readAll(
  reports: readonly Report[],
  learned: Learned,
  space: LabelSpace,
  everything: LabelSpace,
): ReadReport[] {
  const read = (report: Report, kind: ReadReport["kind"]) =>
    readOne(report, kind, learned, report.isDense === true ? everything : space);
  return reports.flatMap((report) => [
    read(report, "whole"),
    ...excerptsOf(report).map((excerpt) => read(excerpt, "excerpt")),
    ...loneSentencesOf(report).map((sentence) => read(sentence, "lone")),
  ]);
}

/** Texts that were short from the beginning. */
export function readShort(
  { procedures, own, paragraphs, guidance, pairs }: ShortTexts,
  learned: Learned,
  space: LabelSpace,
): ReadReport[] {
  const kindOf = ({ labels }: Report) => (labels.size === 0 ? "none" : "short");
  return [
    ...[...procedures, ...own, ...pairs].map((one) => readOne(one, kindOf(one), learned, space)),
    ...paragraphs.map((one) => readOne(one, "paragraph", learned, space)),
    ...guidance.map((one) => readOne(one, "none", learned, space)),
  ];
}

function readOne(
  report: Report,
  kind: ReadReport["kind"],
  { weights, acts }: Learned,
  space: LabelSpace,
): ReadReport {
  return { report, kind, space, reading: readReport(report, weights, acts) };
}
