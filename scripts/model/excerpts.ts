import { hashKey } from "../../src/reading/analyser/model/hash.ts";
import type { Report } from "./labelled-reports.ts";

/** Sentences per excerpt, in turn. */
const LENGTHS = [4, 12, 30];
/** How many sentences without a label one that is read alone stands for; users paste what tells of something. */
const PLAIN_STEP = 12;
const MIN_LENGTH = 40;

/**
 * A report cut into short ones. Users also paste a paragraph or a page, of which whole reports
 * teach the calibration nothing.
 */
export function excerptsOf(report: Report): Report[] {
  const excerpts: Report[] = [];
  let from = 0;
  while (from < report.sentences.length) {
    const to = from + (LENGTHS[excerpts.length % LENGTHS.length] ?? 1);
    excerpts.push(cut(report, from, to));
    from = to;
  }
  return excerpts;
}

/** Single sentences of a report: those with a label, and a few without. */
export function loneSentencesOf(report: Report): Report[] {
  return report.sentences.flatMap((sentence, at) => {
    const isLabelled = (report.gold[at]?.size ?? 0) > 0;
    const isTaken = isLabelled || hashKey(`alone ${sentence}`) % PLAIN_STEP === 0;
    return isTaken && sentence.length >= MIN_LENGTH ? [cut(report, at, at + 1)] : [];
  });
}

function cut(report: Report, from: number, to: number): Report {
  const gold = report.gold.slice(from, to);
  return {
    title: report.title,
    sentences: report.sentences.slice(from, to),
    hits: report.hits.slice(from, to),
    parts: partsWithin(report, from, to),
    gold,
    ...(report.open !== undefined && { open: report.open.slice(from, to) }),
    isDense: report.isDense === true,
    labels: new Set(gold.flatMap((labels) => [...labels])),
    spans: [],
  };
}

/** Nothing tells the part of what is cut off from its heading. */
function partsWithin({ parts }: Report, from: number, to: number): Report["parts"] {
  const own = parts.slice(from, to);
  const first = own.findIndex((part) => part !== parts[from - 1]);
  const cutOff = first === -1 ? own.length : first;
  return own.map((part, at) => (at < cutOff ? "body" : part));
}
