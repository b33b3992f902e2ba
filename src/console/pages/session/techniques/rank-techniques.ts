import type { Schema } from "../../../api/client.ts";
import type { Analysis, Span } from "../../../api/session.ts";

type Listed = Schema<"TechniqueListItem">;

/** A technique in the picker. */
export interface Pickable extends Listed {
  /** The name of its parent technique; null for none. */
  parent: string | null;
  /** The analyzer's probability for the passage; null if it does not name it there. */
  likely: number | null;
}

/** Returns the techniques of a release with their parents, and the analyzer's candidates for a passage. */
export function toPickable(
  known: readonly Listed[],
  analysis: Analysis,
  span: Span | null,
): Pickable[] {
  const names = new Map(known.map(({ attack_id: id, name }) => [id, name]));
  const likely = span === null ? new Map<string, number>() : candidatesAt(analysis, span);
  return known.map((one) => ({
    ...one,
    parent: one.is_subtechnique ? (names.get(parentOf(one.attack_id)) ?? null) : null,
    likely: likely.get(one.attack_id) ?? null,
  }));
}

/** Returns the id of the parent technique. ATLAS ids contain a dot themselves. */
function parentOf(attackId: string): string {
  return attackId.slice(0, attackId.lastIndexOf("."));
}

/** Returns the analyzer's options for a passage: candidates, and runners-up of techniques there. */
function candidatesAt(analysis: Analysis, { start, end }: Span): Map<string, number> {
  const isThere = (from: number | null, to: number | null) =>
    from !== null && to !== null && from < end && start < to;
  const considered = [
    ...analysis.candidates
      .filter((one) => isThere(one.evidence_start, one.evidence_end))
      .map(({ attack_id: id, confidence }) => ({ id, share: confidence })),
    ...analysis.techniques
      .filter((one) => isThere(one.evidence_start, one.evidence_end))
      .flatMap(({ explanation }) => explanation?.runners_up ?? [])
      .map(({ attack_id: id, probability }) => ({ id, share: probability })),
  ];
  const likely = new Map<string, number>();
  for (const { id, share } of considered) likely.set(id, Math.max(share, likely.get(id) ?? 0));
  return likely;
}

/** Returns techniques that contain all words, best first: by id, name, parent, and the analyzer's candidates. */
export function rankTechniques(all: readonly Pickable[], query: string): Pickable[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const ranked = all.flatMap((one) => {
    const rank = rankOf(one, words);
    return rank === null ? [] : [{ one, rank }];
  });
  const likelihood = ({ likely }: Pickable) => likely ?? -1;
  ranked.sort((a, b) => a.rank - b.rank || likelihood(b.one) - likelihood(a.one));
  return ranked.map(({ one }) => one);
}

/** Returns the rank of a technique. Lower is better; null if it lacks a word. */
function rankOf({ attack_id, name, parent, likely }: Pickable, words: readonly string[]) {
  const id = attack_id.toLowerCase();
  const called = name.toLowerCase();
  const above = parent?.toLowerCase() ?? "";
  const all = `${id} ${called} ${above}`;
  if (!words.every((word) => all.includes(word))) return null;
  const query = words.join(" ");
  // Among equal matches, the analyzer's candidates come first.
  const unlikely = likely === null ? 1 : 0;
  if (id === query || called === query) return unlikely;
  if (id.startsWith(query)) return 2 + unlikely;
  if (called.startsWith(query)) return 4 + unlikely;
  if (words.every((word) => startsWord(called, word))) return 6 + unlikely;
  if (words.every((word) => called.includes(word))) return 8 + unlikely;
  return 10 + unlikely;
}

function startsWord(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`);
}
