import { topIndexes } from "./top-indexes.ts";
import { MANY } from "./report-share.ts";
import type { Weights } from "./score-sentence.ts";
import type { Scores } from "./scores.ts";
import { BEST } from "./select-candidates.ts";
import { addTo, blendPool, createPool, forget } from "./pool-sentences.ts";

/** What the sentences of a paragraph say together; of a technique that it tells at length more than each by itself. */
export interface Paragraph {
  /** Logs of probabilities, by class. */
  logs: Float64Array;
  /** The best classes, best first. */
  best: readonly number[];
}

/** Takes in sentences in order, and gives the paragraph of each at the end. */
export interface ParagraphReader {
  /** @param opens whether a paragraph begins with this sentence */
  add(scores: Scores, opens: boolean): void;
  /** Null for a text of so many sentences that the networks for reports speak alone. */
  finish(): Paragraph[] | null;
}

/** Where more sentences follow each other without a break, another paragraph begins. */
const LONGEST = 8;

/** For one text; what the paragraphs of a long one say is not computed. */
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
