import type { Page, Paged } from "../../../platform/lib/page.ts";
import type { StoredChange } from "../../sessions/change-store.ts";
import { noSuchSession } from "../../sessions/session-errors.ts";
import type { ReviewDeps } from "../deps.ts";
import { NOT_ANALYSED } from "../technique-state.ts";
import type { HistoryEntry } from "./schema.ts";

/**
 * Returns the changes of a session and its techniques by people, newest first.
 * @throws AppError `not_found`
 */
export async function listHistory(
  deps: ReviewDeps,
  sessionId: string,
  page: Page & { limit: number },
): Promise<Paged<HistoryEntry>> {
  if ((await deps.sessions.find(sessionId)) === null) throw noSuchSession(sessionId);
  const { items, total } = await deps.sessionChanges.list(sessionId, page);
  return { items: items.map(toHistoryEntry), total };
}

/** Returns a change for a response. */
export function toHistoryEntry(change: StoredChange): HistoryEntry {
  const { id, actor, created_at, action, attack_id, fields, before, after, undoes, batch_id } =
    change;
  return {
    change_id: id,
    actor,
    created_at,
    action,
    attack_id,
    fields,
    before: withoutInternals(before),
    after: withoutInternals(after),
    undoes,
    batch_id,
    can_undo: action !== "reanalysed" && !change.superseded && !wasSigned(change),
  };
}

/** Returns whether a change ended a signature. Undoing it would sign in another person's name. */
export function wasSigned({ before }: Pick<StoredChange, "before">): boolean {
  return before?.["review_state"] === "signed";
}

/** Values that only the next analysis or an undo needs. */
const INTERNAL = new Set(["decided", ...Object.keys(NOT_ANALYSED)]);

function withoutInternals(values: Record<string, unknown> | null): Record<string, unknown> | null {
  if (values === null) return null;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !INTERNAL.has(name)));
}
