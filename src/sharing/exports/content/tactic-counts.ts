import { standingOf } from "../../../reading/sessions/standing.ts";
import { tacticName } from "../parts/release-facts.ts";
import type { SessionContent } from "./session-content.ts";

/** Number of techniques in a tactic, and of those that a person confirmed. */
export interface TacticCount {
  name: string;
  count: number;
  confirmed: number;
}

type Counted = Pick<SessionContent, "techniques" | "tactics" | "tactics_of">;

/**
 * Counts a technique for each of its tactics in the release: the release's tactics in matrix order, then unknown ones.
 * Without the release, a technique counts for its stored tactic.
 */
export function countTactics({ techniques, tactics, tactics_of: known }: Counted): TacticCount[] {
  const counts = new Map<string, TacticCount>(
    tactics.map(({ name }) => [name, { name, count: 0, confirmed: 0 }]),
  );
  for (const technique of techniques) {
    const slugs = known[technique.attack_id] ?? [];
    for (const slug of new Set(slugs.length === 0 ? [technique.tactic] : slugs)) {
      const name = tacticName({ tactics }, slug);
      const entry = counts.get(name) ?? { name, count: 0, confirmed: 0 };
      counts.set(name, entry);
      entry.count += 1;
      if (standingOf(technique) === "confirmed") entry.confirmed += 1;
    }
  }
  return [...counts.values()];
}
