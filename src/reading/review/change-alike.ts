import type { Part } from "../../platform/audit/commit.ts";
import type { TechniqueRow } from "../sessions/technique-store.ts";
import type { ReviewDeps } from "./deps.ts";

/** Stored columns of a technique. */
interface Stored {
  id: string;
  stored: Partial<TechniqueRow>;
}

/** Changes many techniques. Equal changes share a statement, because D1 limits the statements per request. */
export function changeAlike(
  { sessionTechniques }: ReviewDeps,
  actor: string,
  sessionId: string,
  changed: readonly Stored[],
): Part[] {
  const alike = Map.groupBy(changed, ({ stored }) => JSON.stringify(stored));
  return [...alike.values()].map((rows) => {
    const ids = rows.map(({ id }) => id);
    return sessionTechniques.change(sessionId, ids, rows[0]?.stored ?? {}, actor);
  });
}
