import type { ReleaseQuery } from "../../../knowledge/attack/resolve-release.ts";
import { commitAndRead } from "../../../platform/audit/commit.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { requireState } from "../../../platform/lib/require-state.ts";
import type { LogSourceDeps } from "./deps.ts";
import { describeInventory } from "./known-names.ts";
import { requireDistinct } from "./require-distinct.ts";
import type { LogInventoryView, LogSourceEntry } from "./schema.ts";
import { keyOf, sortEntries } from "./sort-entries.ts";
import type { InventoryRow } from "./store.ts";

/** A replacement of the inventory. */
export interface Replacement {
  entries: readonly LogSourceEntry[];
  /** The revision that it is based on; a conflict if the current one differs. */
  revision?: number | undefined;
  /** The `If-Match` header with the states that the change applies to. */
  ifMatch?: string | undefined;
}

/** Returns the entity tag of the inventory: its revision. */
export function inventoryEtag({ revision }: Pick<LogInventoryView, "revision">): string {
  return `"${revision}"`;
}

/**
 * Replaces the inventory. An identical list changes nothing and leaves no audit entry.
 * @param details additional details of the audit entry
 * @throws AppError `precondition_failed` if `If-Match` names another state, `conflict` if it changed since the
 * revision, `validation_error` for equivalent entries, `body_too_large`, `unknown_domain`, `version_not_found`
 */
export async function replaceInventory(
  deps: LogSourceDeps,
  actor: string,
  replacement: Replacement,
  query: ReleaseQuery,
  details: Record<string, unknown> = {},
): Promise<LogInventoryView> {
  const { entries, revision, ifMatch } = replacement;
  requireDistinct(entries);
  const before = await deps.logSources.find();
  const current = before?.revision ?? 0;
  // Rejects an unknown release before any change.
  const view = await describeInventory(deps, before, query);
  const sorted = sortEntries(entries);
  const isSame = JSON.stringify(sorted) === JSON.stringify(view.entries);
  if (!isSame) {
    const { updated_by: changed_by, updated_at: changed_at } = view;
    const met = { current: view, changed_by, changed_at };
    await requireState(ifMatch, inventoryEtag(view), "The log inventory", () => met);
  }
  if (revision !== undefined && revision !== current) throw changedSince(revision, current);
  if (isSame) return view;
  const since = ifMatch === undefined ? revision : current;
  const change = {
    act: {
      actor,
      action: "coverage.log_sources" as const,
      object: ["log_inventory", "1"] as const,
      details: { ...countChanges(before?.entries ?? [], sorted), ...details },
    },
    when: since === undefined ? ("always" as const) : deps.logSources.isAt(since),
    parts: [deps.logSources.replace(sorted, actor)],
  };
  const rows = await commitAndRead(deps, change, deps.logSources.selectOne());
  const [row] = (rows ?? []) as InventoryRow[];
  if (row === undefined && ifMatch !== undefined) {
    return await replaceInventory(deps, actor, replacement, query, details);
  }
  if (row === undefined) throw changedSince(revision ?? current, null);
  return await describeInventory(deps, row, query);
}

function countChanges(before: readonly LogSourceEntry[], after: readonly LogSourceEntry[]) {
  const old = new Map(before.map((entry) => [keyOf(entry), JSON.stringify(entry)]));
  const fresh = new Set(after.map(keyOf));
  return {
    entries: after.length,
    added: after.filter((entry) => !old.has(keyOf(entry))).length,
    removed: [...old.keys()].filter((key) => !fresh.has(key)).length,
    changed: after.filter((entry) => {
      const was = old.get(keyOf(entry));
      return was !== undefined && was !== JSON.stringify(entry);
    }).length,
  };
}

function changedSince(revision: number, current: number | null): AppError {
  const now = current === null ? "another one by now" : `${current} by now`;
  return new AppError(
    "conflict",
    `The list was changed since revision ${revision}, and is at ${now}; read it again.`,
  );
}
