import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import type { Outline } from "../../src/text/document/document.ts";
import { type Sentence, sentenceAt } from "../../src/text/sentences/sentences.ts";

/** A technique that a sentence describes; `docs/annotation-guide.md` defines each field. */
export interface DenseLabel {
  start: number;
  end: number;
  technique: string;
  agent: "adversary" | "malware" | "victim" | "defender" | "analyst" | "other";
  polarity: "did" | "blocked" | "could" | "not";
  arguable?: true;
}

/** What a reader who labelled every sentence says, by sentence. */
export interface DenseSentences {
  /** Techniques that an adversary or malware did or attempted. */
  acts: ReadonlySet<string>[];
  /** Techniques that a careful reader may argue for: neither right nor wrong. */
  open: ReadonlySet<string>[];
}

/** Sets of labelled reports: TRAM's are learned from, the others are for measuring only. */
export type LabelSet = "tram" | "advisories" | "annoctr";

interface Line {
  text_hash: string;
  labels: DenseLabel[];
}

const FOLDER = join(import.meta.dirname, "labels");

/** Labels by the hash of the text that they are offsets of; empty if the set was never labelled. */
export function readDenseLabels(set: LabelSet): ReadonlyMap<string, DenseLabel[]> {
  const path = join(FOLDER, `${set}.jsonl`);
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").split("\n");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Line)
      .map(({ text_hash, labels }): [string, DenseLabel[]] => [text_hash, labels]),
  );
}

/** The hash that labels are filed under: the first 16 hex digits of the text's SHA-256. */
export function textHash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, 16);
}

/** Whether a label is of what an adversary or malware did or attempted, beyond argument. */
export function isAct({ agent, polarity, arguable }: DenseLabel): boolean {
  if (arguable === true || (agent !== "adversary" && agent !== "malware")) return false;
  return polarity === "did" || polarity === "blocked";
}

/** Deals labels out to sentences. A label whose sentence is cut in another way goes to the one in its middle. */
export function dealLabels(
  labels: readonly DenseLabel[],
  spans: readonly Sentence[],
  release: ReleaseIndex,
): DenseSentences {
  const acts = spans.map(() => new Set<string>());
  const open = spans.map(() => new Set<string>());
  for (const label of labels) {
    const { start, end, technique, arguable } = label;
    const at = sentenceAt(spans, (start + end) >> 1);
    const id = release.replacements.get(technique) ?? technique;
    if (arguable === true) open[at]?.add(id);
    else if (isAct(label)) acts[at]?.add(id);
  }
  return { acts, open };
}

/** The sentences of an outline with their labels; null for a text that nobody labelled. */
export function denseSentences(
  outline: Outline,
  spans: readonly Sentence[],
  labels: ReadonlyMap<string, DenseLabel[]>,
  release: ReleaseIndex,
): DenseSentences | null {
  const own = labels.get(textHash(outline.text));
  return own === undefined ? null : dealLabels(own, spans, release);
}
