import { spanAt } from "../../../text/document/span-at.ts";
import type { Outline } from "../../../text/document/document.ts";
import { classifyTelling, type Telling } from "../../../text/sections/classify-telling.ts";
import { compareText } from "../../../platform/lib/text.ts";
import type { TechniqueResult } from "../../../reading/sessions/schema.ts";

type Passage = TechniqueResult["passages"][number];
type Placed = Pick<
  TechniqueResult,
  "attack_id" | "tactic" | "verified" | "passages" | "evidence" | "evidence_start" | "evidence_end"
>;

/** A technique in a flow, with the passage that determines its position. */
export interface Step<T> {
  technique: T;
  /** The text that shows it; empty if unknown. */
  passage: string;
}

/** The techniques of a report in the order in which it describes them. */
export interface OrderedSteps<T> {
  steps: Step<T>[];
  /** Techniques without a known time in the report, in matrix order. */
  loose: Step<T>[];
}

/** The first passage for a technique, in the narrative or in the digest. */
interface Told<T> {
  technique: T;
  first: Partial<Record<Telling, Passage>>;
}

/**
 * Orders techniques by the narrative (docs/layers-and-exports.md, Attack Flow).
 * @param tactics short names in matrix order, which orders techniques of one passage
 */
export function orderSteps<T extends Placed>(
  techniques: readonly T[],
  outline: Outline,
  tactics: readonly string[],
): OrderedSteps<T> {
  const tellings = classifyTelling(outline);
  const tellingAt = ({ start }: Passage) => tellings[spanAt(outline.blocks, start)] ?? "narrative";
  const told = techniques
    .map((technique) => ({ technique, first: firstPassages(technique, tellingAt) }))
    .sort((a, b) => compareMatrix(a.technique, b.technique, tactics));
  const ordered = mergeDigest(inOrderOf(told, "narrative"), inOrderOf(told, "digest"));
  const placed = new Set(ordered);
  return {
    steps: ordered.map(({ technique, first }) => {
      const { text } = first.narrative ?? first.digest ?? { text: technique.evidence };
      return { technique, passage: text };
    }),
    loose: told
      .filter((one) => !placed.has(one))
      .map(({ technique }) => ({ technique, passage: technique.evidence })),
  };
}

function firstPassages(
  { verified, passages, evidence, evidence_start: start, evidence_end: end }: Placed,
  tellingAt: (passage: Passage) => Telling,
): Told<Placed>["first"] {
  if (!verified) return {};
  const own = start === null || end === null ? [] : [{ text: evidence, start, end }];
  const first: Told<Placed>["first"] = {};
  for (const passage of passages.length === 0 ? own : passages) {
    const telling = tellingAt(passage);
    if (passage.start < (first[telling]?.start ?? Infinity)) first[telling] = passage;
  }
  return first;
}

function inOrderOf<T>(told: readonly Told<T>[], telling: Telling): Told<T>[] {
  return told
    .filter(({ first }) => first[telling] !== undefined)
    .sort((a, b) => startOf(a, telling) - startOf(b, telling));
}

function startOf<T>({ first }: Told<T>, telling: Telling): number {
  return first[telling]?.start ?? 0;
}

/**
 * Merges techniques that only a digest describes into the narrative, next to the step closest to them in the digest. A
 * report that is all digest is its own narrative.
 */
function mergeDigest<T>(narrative: readonly Told<T>[], digest: readonly Told<T>[]): Told<T>[] {
  if (narrative.length === 0) return [...digest];
  const merged = [...narrative];
  for (const [at, one] of digest.entries()) {
    if (merged.includes(one)) continue;
    const distanceTo = (other: Told<T>) =>
      Math.abs(startOf(one, "digest") - startOf(other, "digest"));
    const before = digest.slice(0, at).findLast((other) => merged.includes(other));
    const after = digest.slice(at + 1).find((other) => merged.includes(other));
    const isAfterCloser =
      after !== undefined && (before === undefined || distanceTo(after) < distanceTo(before));
    if (isAfterCloser) merged.splice(merged.indexOf(after), 0, one);
    else if (before !== undefined) merged.splice(merged.indexOf(before) + 1, 0, one);
  }
  return merged;
}

function compareMatrix(a: Placed, b: Placed, tactics: readonly string[]): number {
  const placeOf = ({ tactic }: Placed) => tactics.indexOf(tactic);
  return placeOf(a) - placeOf(b) || compareText(a.attack_id, b.attack_id);
}
