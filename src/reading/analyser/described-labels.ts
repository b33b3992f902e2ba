import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { MAX_SENTENCE, sentenceAt } from "../../text/sentences/sentences.ts";
import { isProse } from "./is-prose.ts";
import type { PrintedTechnique } from "./merge-mentions.ts";
import type { Speaking } from "./passages.ts";
import type { SplitText } from "./widen-passage.ts";
import { findContextFeatures } from "./model/context-features.ts";

const ID = /T\d{4}(?:\.\d{3})?/u;
const MAX_LABEL_WORDS = 12;
const DOING = /^\P{L}{0,3}\p{L}+ing\b/u;
/** Maximum further labels of a row, mostly sub-techniques, after its first. */
const MAX_LABELS = 8;
/** Minimum rows. A single row may be the end of a plain list, followed by unrelated text. */
const MIN_ROWS = 3;
/** Weight of a row's description: above its label, below stronger sentences of the model. */
const WEIGHT = 0.6;

/**
 * Adds the descriptions in rows of a flattened table to the ids at their start. In "T1046", "Network Service Scanning",
 * "The actors scanned …" on successive lines, the last line is the description. It becomes evidence for the technique
 * in addition to the printed id.
 */
export function withDescriptions(
  read: SplitText,
  printed: readonly PrintedTechnique[],
): PrintedTechnique[] {
  const { sentences } = read;
  const described = printed.map(({ attack_id, speaking }) =>
    speaking
      .map(({ start }) => describe(read, sentenceAt(sentences, start), parentOf(attack_id)))
      .filter((at) => at !== null),
  );
  if (new Set(described.flat()).size < MIN_ROWS) return [...printed];
  const tell = (at: number): Speaking => {
    const { start, end } = sentences[at] ?? { start: 0, end: 0 };
    const last = lastItem(read, at);
    return { start, end: sentences[last]?.end ?? end, weight: WEIGHT, isSentence: true };
  };
  return printed.map((one, index) => ({
    ...one,
    speaking: [...one.speaking, ...(described[index] ?? []).map(tell)],
  }));
}

function wordsAt({ text, sentences }: SplitText, at: number): string {
  return text.slice(sentences[at]?.start ?? 0, sentences[at]?.end ?? 0);
}

/** Returns the sentence after a label, at most one cell away, or null if there is none or it is advice. */
function describe(read: SplitText, label: number, family: string): number | null {
  if (!isLabel(wordsAt(read, label))) return null;
  let cells = 0;
  for (let at = label + 1; at <= label + MAX_LABELS; at += 1) {
    const words = wordsAt(read, at);
    const id = ID.exec(words)?.[0];
    if (isSentence(words)) return findContextFeatures(words).advice === 1 ? null : at;
    if (words === "" || (id !== undefined && parentOf(id) !== family)) return null;
    if (id === undefined) cells += 1;
    if (cells > 1) return null;
  }
  return null;
}

/** Returns the last item of a list that a sentence introduces ("have been observed:"), else the sentence itself. */
function lastItem(read: SplitText, from: number): number {
  if (!wordsAt(read, from).endsWith(":")) return from;
  const start = read.sentences[from]?.start ?? 0;
  const fits = (at: number) => (read.sentences[at]?.end ?? Infinity) - start <= MAX_SENTENCE;
  let last = from;
  while (fits(last + 1) && DOING.test(wordsAt(read, last + 1))) last += 1;
  return last;
}

/** Returns whether words are prose or a short sentence, such as "It can modify the registry." */
function isSentence(words: string): boolean {
  return isProse(words) || (!ID.test(words) && /^\p{Lu}\S*(?: \S+){3,}\.$/u.test(words));
}

function isLabel(words: string): boolean {
  return ID.test(words) && !isProse(words) && words.split(/\s+/u).length <= MAX_LABEL_WORDS;
}
