import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Corpus, Example } from "../../src/reading/analyser/model/training-corpus.ts";

const WEIGHT = 1;

/** A sentence of our own with all techniques that an adversary or malware did in it. */
export interface PairSentence {
  text: string;
  ids: string[];
  /** Techniques that one may argue for. */
  open: string[];
  /** Both sentences of the pair, a line each. */
  pair: string;
}

interface Line {
  texts: [string, string];
  ids: [string[], string[]];
  open?: [string[], string[]];
}

const FOLDER = join(import.meta.dirname, "pairs");

/**
 * Sentences written in pairs that differ as little as possible in words and in the answer: in the agent, the object,
 * whether it happened, or one word. `docs/annotation-guide.md` says what counts.
 */
export function readPairs(): PairSentence[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
  return files.sort().flatMap((name) =>
    readFileSync(join(FOLDER, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => {
        const { texts, ids, open } = JSON.parse(line) as Line;
        const pair = texts.join("\n");
        return texts.map((text, at) => ({
          text,
          ids: ids[at] ?? [],
          open: open?.[at] ?? [],
          pair,
        }));
      }),
  );
}

/** What a release can learn from them; a sentence of which only arguable techniques are known teaches nothing. */
export function pairExamples(pairs: readonly PairSentence[], { techniques }: Corpus): Example[] {
  const classOf = new Map(techniques.map((id, index) => [id, index + 1]));
  return pairs
    .filter(({ ids, open }) => ids.length > 0 || open.length === 0)
    .map(({ text, ids, open }) => ({
      text,
      targets: ids.flatMap((id) => classOf.get(id) ?? []),
      open: open.flatMap((id) => classOf.get(id) ?? []),
      weight: WEIGHT,
    }));
}
