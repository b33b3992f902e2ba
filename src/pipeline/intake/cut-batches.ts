import type { Submission } from "./submission.ts";

/** Limits of one batch: few batches mean few queries, but each must end within D1's 30 seconds. */
const BATCH_CHARS = 4_000_000;
const BATCH_REPORTS = 1_000;

/** Splits submissions into batches of whole reports, in order. */
export function* cutBatches(submissions: Iterable<Submission>): Generator<Submission[]> {
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

/** Estimates the stored characters. The summary is stored a second time for searching. */
function sizeOf({ row, texts, matches }: Submission): number {
  const written = texts.reduce((sum, text) => sum + text.length, 0);
  return written + 2 * row.summary.length + 5 * row.title.length + matches.length * 200 + 500;
}
