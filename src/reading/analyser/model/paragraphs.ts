import { topIndexes } from "./top-indexes.ts";
import { MANY } from "./report-share.ts";
import type { Weights } from "./score-sentence.ts";
import type { Scores } from "./scores.ts";
import { BEST } from "./select-candidates.ts";
import { addTo, blendPool, createPool, forget } from "./pool-sentences.ts";

/** Combined scores of a paragraph's sentences. They support a technique described at length better than each alone. */
export interface Paragraph {
  /** Log probabilities by class. */
  logs: Float64Array;
  /** The best classes, best first. */
  best: readonly number[];
}

/** Processes sentences in order, then returns the paragraph of each. */
export interface ParagraphReader {
  /** @param opens whether the sentence starts a paragraph */
  add(scores: Scores, opens: boolean): void;
  /** Returns null for long texts, which only the networks for reports score. */
  finish(): Paragraph[] | null;
}

/** Maximum sentences of a paragraph. More consecutive sentences start another paragraph. */
const LONGEST = 8;

/** Creates a reader for one text. Skips the paragraphs of a long text. */
export function createParagraphReader(weights: Weights): ParagraphReader {
  const { length: classes } = weights.taxonomy.ids;
  const together = createPool(classes);
  const paragraphs: Paragraph[] = [];
  let open = 0;
  const close = () => {
    if (open === 0) return;
    const logs = new Float64Array(classes);
    blendPool(together, weights, logs);
    const paragraph = { logs, best: topIndexes(logs, BEST) };
    for (; open > 0; open -= 1) paragraphs.push(paragraph);
    forget(together);
  };
  return {
    add: (scores, opens) => {
      if (paragraphs.length > MANY) return;
      if (opens || open === LONGEST) close();
      addTo(together, scores, weights);
      open += 1;
    },
    finish: () => {
      close();
      return paragraphs.length > MANY ? null : paragraphs;
    },
  };
}
