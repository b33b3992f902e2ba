import type { Part } from "../../../platform/audit/commit.ts";
import type { StoredChange } from "../../sessions/change-store.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import type { TechniqueField } from "../../sessions/vocabulary.ts";
import { changeAlike } from "../change-alike.ts";
import type { ReviewDeps } from "../deps.ts";
import { requireTechnique } from "../edits/require-technique.ts";
import { nextPosition, NOT_ANALYSED, type TechniqueState } from "../technique-state.ts";

type Reverted = StoredChange & { attack_id: string };

/** Removes added techniques, restores removed ones, and reverts changed ones. */
export async function revertTechniques(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  changes: readonly Reverted[],
): Promise<{ parts: Part[]; added: number }> {
  const { sessionTechniques: techniques } = deps;
  const added = changes.filter(({ before }) => before === null);
  const removed = changes.filter(({ after }) => after === null);
  const changed = changes.filter(({ before, after }) => before !== null && after !== null);
  const restored = await restore(deps, sessionId, removed);
  const ids = added.map(({ attack_id: id }) => id);
  return {
    parts: [
      ...(ids.length === 0 ? [] : [techniques.remove(sessionId, ids)]),
      ...(restored.length === 0 ? [] : [techniques.add(restored, actor)]),
      ...changeAlike(deps, actor, sessionId, await putBack(deps, sessionId, changed)),
    ],
    added: restored.length - ids.length,
  };
}

/** Restores removed techniques as rows after all others. */
async function restore(deps: ReviewDeps, sessionId: string, removed: readonly Reverted[]) {
  if (removed.length === 0) return [];
  const position = nextPosition(await deps.sessionTechniques.list(sessionId));
  return removed.map(({ before }, at) => {
    const state = before as unknown as TechniqueState;
    const place = { session_id: sessionId, position: position + at };
    // Histories from before passages existed lack them.
    return { ...NOT_ANALYSED, ...state, passages: state.passages ?? [], ...place };
  });
}

/** Reverts the changed columns of techniques. */
async function putBack(deps: ReviewDeps, sessionId: string, changed: readonly Reverted[]) {
  const ids = changed.map(({ attack_id: id }) => id);
  const rows = ids.length === 0 ? [] : await deps.sessionTechniques.findMany(sessionId, ids);
  const byId = new Map(rows.map((row) => [row.attack_id, row]));
  return await Promise.all(
    changed.map(async (change) => {
      const { attack_id: id } = change;
      const row = byId.get(id) ?? (await requireTechnique(deps, sessionId, id));
      return { id, stored: columnsOf(row, change) };
    }),
  );
}

function columnsOf({ decided: known }: TechniqueRow, { before, fields }: Reverted) {
  const state = before as Partial<TechniqueState>;
  const isMove = fields.includes("attack_id");
  const others = known.filter((field) => !isMove && !fields.includes(field));
  const decided: TechniqueField[] = [...new Set([...others, ...(state.decided ?? [])])];
  return { ...state, decided };
}
