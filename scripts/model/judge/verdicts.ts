import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { VERDICTS } from "../../../src/reading/recognition/found-technique.ts";

/**
 * What a person who read the passage and its neighbours says of a technique: a verdict on what the embedded analyser
 * proposed, or `missed` for what it did not. `docs/annotation-guide.md` defines both.
 */
export interface WrittenVerdict {
  start: number;
  end: number;
  technique: string;
  verdict: (typeof VERDICTS)[number] | "missed";
  other?: string;
  arguable?: true;
}

interface Line {
  text_hash: string;
  verdicts: WrittenVerdict[];
}

/** Written verdicts by the hash of the text that they are offsets of. */
export function readVerdictFile(set: "annoctr"): ReadonlyMap<string, WrittenVerdict[]> {
  const lines = readFileSync(join(import.meta.dirname, `${set}.jsonl`), "utf8").split("\n");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Line)
      .map(({ text_hash, verdicts }) => [text_hash, verdicts]),
  );
}
