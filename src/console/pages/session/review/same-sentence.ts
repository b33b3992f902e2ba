import type { Technique } from "../../../api/session.ts";

/** Techniques that share a sentence as evidence. */
export interface SharedSentence {
  text: string;
  ids: readonly string[];
}

/** Returns for each technique that shares its sentence with others that sentence and all of them. */
export function findSharedSentences(
  techniques: readonly Technique[],
): ReadonlyMap<string, SharedSentence> {
  const placed = techniques
    .flatMap(({ attack_id: id, evidence, evidence_start: start, evidence_end: end }) =>
      start === null || end === null ? [] : [{ id, text: evidence, start, end }],
    )
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const groups: { text: string; end: number; ids: string[] }[] = [];
  for (const { id, text, start, end } of placed) {
    const last = groups.at(-1);
    if (last !== undefined && start < last.end) {
      last.ids.push(id);
      last.end = Math.max(last.end, end);
    } else groups.push({ text, end, ids: [id] });
  }
  const shared = groups.filter(({ ids }) => ids.length > 1);
  return new Map(shared.flatMap((group) => group.ids.map((id) => [id, group] as const)));
}
