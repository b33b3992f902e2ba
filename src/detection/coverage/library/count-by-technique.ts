import { compareText } from "../../../platform/lib/text.ts";
import type { LibraryDeps } from "./deps.ts";
import type { TechniqueCounts } from "./schema.ts";

/** Counts the sessions and rules of each technique that has any. */
export async function countByTechnique(
  deps: Pick<LibraryDeps, "evidence" | "rules">,
): Promise<TechniqueCounts[]> {
  const [sessions, rules] = await Promise.all([
    deps.evidence.countSessions(),
    deps.rules.countByTechnique(),
  ]);
  const counts = new Map<string, TechniqueCounts>();
  for (const counted of [...sessions, ...rules]) {
    const known = counts.get(counted.attack_id) ?? {
      attack_id: counted.attack_id,
      session_count: 0,
      rule_count: 0,
      enabled_count: 0,
    };
    counts.set(counted.attack_id, { ...known, ...counted });
  }
  return [...counts.values()].sort((a, b) => compareText(a.attack_id, b.attack_id));
}
