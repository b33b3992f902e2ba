import type { Report } from "./labelled-reports.ts";

/** Sentences per excerpt, in turn. */
const LENGTHS = [4, 12, 30];

/**
 * A report cut into short ones. Users also paste a paragraph or a page, of which whole reports
 * teach the calibration nothing.
 */
export function excerptsOf(report: Report): Report[] {
  const excerpts: Report[] = [];
  let from = 0;
  while (from < report.sentences.length) {
    const to = from + (LENGTHS[excerpts.length % LENGTHS.length] ?? 1);
    const gold = report.gold.slice(from, to);
    excerpts.push({
      title: report.title,
      sentences: report.sentences.slice(from, to),
      hits: report.hits.slice(from, to),
      gold,
      labels: new Set(gold.flatMap((labels) => [...labels])),
      spans: [],
    });
    from = to;
  }
  return excerpts;
}
