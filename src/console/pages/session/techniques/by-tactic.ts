import type { Technique } from "../../../api/session.ts";
import { STANDINGS } from "../judgement/standing.ts";
import type { SharedSentence } from "../review/same-sentence.ts";

/** Techniques listed under one heading. */
export interface TechniqueGroup {
  key: string;
  name: string;
  techniques: Technique[];
}

/** Returns the techniques that contain all words in their id, name, evidence, note, review or standing. */
export function searchTechniques(techniques: readonly Technique[], words: string): Technique[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  return techniques.filter((one) => matches(one, wanted));
}

/**
 * Returns techniques by tactic in the order of the matrix, most certain first. Tactics that the release lacks
 * come last.
 */
export function groupByTactic(
  techniques: readonly Technique[],
  tactics: readonly { shortname: string; name: string }[],
): TechniqueGroup[] {
  const byTactic = Map.groupBy(techniques, ({ tactic }) => tactic);
  const known = tactics.flatMap(({ shortname, name }) => {
    const found = byTactic.get(shortname);
    byTactic.delete(shortname);
    return found === undefined ? [] : [{ key: shortname, name, techniques: bySureness(found) }];
  });
  const others = [...byTactic].map(([shortname, found]) => ({
    key: shortname,
    name: shortname,
    techniques: bySureness(found),
  }));
  return [...known, ...others];
}

/** Returns techniques by the sentence that they share, in the order of the report. */
export function groupBySentence(
  techniques: readonly Technique[],
  shared: ReadonlyMap<string, SharedSentence>,
): TechniqueGroup[] {
  const bySentence = Map.groupBy(techniques, ({ attack_id: id }) => shared.get(id));
  return [...bySentence]
    .map(([sentence, found]) => ({
      key: `sentence ${found[0]?.evidence_start}`,
      name: shorten(sentence?.text ?? ""),
      techniques: bySureness(found),
    }))
    .sort((a, b) => startOf(a) - startOf(b));
}

function startOf({ techniques }: TechniqueGroup): number {
  return Math.min(...techniques.map(({ evidence_start: start }) => start ?? 0));
}

const HEADING_CHARS = 90;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ");
  return line.length > HEADING_CHARS ? `${line.slice(0, HEADING_CHARS)}…` : line;
}

function matches(technique: Technique, words: readonly string[]): boolean {
  const { attack_id: id, name, evidence, note, review_status: review, judgement } = technique;
  const standing = judgement === null ? "" : STANDINGS[judgement.standing];
  const said = `${id} ${name} ${evidence} ${note} ${review.replace("_", " ")} ${standing}`;
  const text = said.toLowerCase();
  return words.every((word) => text.includes(word));
}

function bySureness(techniques: readonly Technique[]): Technique[] {
  return [...techniques].sort((a, b) => b.confidence - a.confidence);
}
