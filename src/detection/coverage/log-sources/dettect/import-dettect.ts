import type { ReleaseQuery } from "../../../../knowledge/attack/resolve-release.ts";
import { AppError } from "../../../../platform/lib/errors.ts";
import type { LogSourceDeps } from "../deps.ts";
import { replaceInventory, type Replacement } from "../replace-inventory.ts";
import type { DettectImport, LogSourceEntry } from "../schema.ts";
import { keyOf } from "../sort-entries.ts";
import { MAX_ENTRIES } from "../vocabulary.ts";
import { parseDettect } from "./parse-dettect.ts";
import { mergeEntries, readDettect } from "./read-dettect.ts";

/** Whether a file replaces the inventory or is added to it. */
export type ImportMode = "replace" | "add";

/** Options of an import, and the inventory state that it is based on. */
interface ImportOptions extends Pick<Replacement, "revision" | "ifMatch"> {
  mode: ImportMode;
}

/**
 * Imports a DeTT&CT data source administration into the inventory. Merges added entries with equivalent existing ones.
 * @throws AppError `validation_error` with line or place, `body_too_large`, `conflict`, `precondition_failed`,
 * `unknown_domain`, `version_not_found`
 */
export async function importDettect(
  deps: LogSourceDeps,
  actor: string,
  bytes: Uint8Array,
  { mode, revision, ifMatch, ...query }: ReleaseQuery & ImportOptions,
): Promise<DettectImport> {
  const { entries, merged, passed_over } = readDettect(parseDettect(bytes));
  const before = mode === "add" ? await deps.logSources.find() : null;
  // An addition requires the revision that was read, or it would undo a concurrent change.
  const since = revision ?? (mode === "add" ? (before?.revision ?? 0) : undefined);
  const all = addEntries(before?.entries ?? [], entries);
  if (all.length > MAX_ENTRIES) {
    throw new AppError(
      "validation_error",
      `The inventory would have more than ${MAX_ENTRIES} entries.`,
    );
  }
  const replacement = { entries: all, revision: since, ifMatch };
  const inventory = await replaceInventory(deps, actor, replacement, query, { from: "dettect" });
  return { ...inventory, imported: entries.length, merged, passed_over: passed_over.slice(0, 500) };
}

function addEntries(
  before: readonly LogSourceEntry[],
  added: readonly LogSourceEntry[],
): LogSourceEntry[] {
  const all = new Map(before.map((entry) => [keyOf(entry), entry]));
  for (const entry of added) {
    const known = all.get(keyOf(entry));
    all.set(keyOf(entry), known === undefined ? entry : mergeEntries(known, entry));
  }
  return [...all.values()];
}
