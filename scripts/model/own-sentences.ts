import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Corpus, Example } from "../../src/reading/analyser/model/training-corpus.ts";

/** A sentence of our own that describes one technique, or none (`attack_id` null). */
export interface OwnSentence {
  attack_id: string | null;
  text: string;
}

const FOLDER = join(import.meta.dirname, "sentences");
const TECHNIQUE_WEIGHT = 1;
const NONE_WEIGHT = 0.5;

/** Sentences that were written for training: each technique paraphrased, and what is no act at all. */
export function readOwnSentences(): OwnSentence[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
  return files.sort().flatMap((name) =>
    readFileSync(join(FOLDER, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .flatMap((line): OwnSentence[] => {
        const { id, texts, text } = JSON.parse(line) as Line;
        if (id === undefined) return text === undefined ? [] : [{ attack_id: null, text }];
        return (texts ?? []).map((one) => ({ attack_id: id, text: one }));
      }),
  );
}

interface Line {
  id?: string;
  texts?: string[];
  text?: string;
}

/** What a release can learn from them; of techniques that it does not have they say nothing. */
export function ownExamples(own: readonly OwnSentence[], { techniques }: Corpus): Example[] {
  const classOf = new Map(techniques.map((id, index) => [id, index + 1]));
  return own.flatMap(({ attack_id, text }): Example[] => {
    if (attack_id === null) return [{ text, targets: [], weight: NONE_WEIGHT }];
    const target = classOf.get(attack_id);
    return target === undefined ? [] : [{ text, targets: [target], weight: TECHNIQUE_WEIGHT }];
  });
}
