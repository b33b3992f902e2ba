import type { DetectionIndex } from "../../../knowledge/attack/detections/detection-index.ts";
import { resolveDetections } from "../../../knowledge/attack/detections/find-technique.ts";
import type { ReleaseQuery } from "../../../knowledge/attack/resolve-release.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { foldText } from "../../../platform/lib/text.ts";
import { isSigmaName } from "../telemetry/sigma-name.ts";
import type { LogSourceDeps } from "./deps.ts";
import type { LogInventoryView, LogSourceEntry } from "./schema.ts";
import type { InventoryRow } from "./store.ts";
import { NO_INVENTORY } from "./store.ts";

const MAX_NAMED = 10;

/**
 * Describes the inventory for a response, including the names that the release lacks.
 * @param row null before the first change
 * @throws AppError `unknown_domain`, `version_not_found`
 */
export async function describeInventory(
  deps: LogSourceDeps,
  row: InventoryRow | null,
  query: ReleaseQuery,
): Promise<LogInventoryView> {
  const { id: _id, ...inventory } = row ?? NO_INVENTORY;
  const release = await openRelease(deps, query);
  const unknown_names = release === null ? [] : findUnknown(inventory.entries, release.detections);
  return {
    ...inventory,
    domain: query.domain,
    version: release?.index.version ?? null,
    unknown_names,
    warnings: warningsOf(unknown_names, release?.index.version ?? ""),
  };
}

/**
 * Opens the release with its detections. Returns null while none is ingested, which must not block reading the list.
 */
async function openRelease(deps: LogSourceDeps, query: ReleaseQuery) {
  try {
    return await resolveDetections(deps, query);
  } catch (error) {
    if (error instanceof AppError && error.code === "knowledge_base_empty") return null;
    throw error;
  }
}

/** Returns the distinct names of entries that a release lacks, in their order. */
export function findUnknown(
  entries: readonly LogSourceEntry[],
  detections: DetectionIndex,
): string[] {
  if (detections.model === "not_stored" || detections.model === "none") return [];
  const sources = new Set<string>();
  const components = new Set(detections.components.map(({ name }) => foldText(name)));
  for (const { name } of detections.data_sources) sources.add(foldText(name));
  for (const { log_sources: all } of [...detections.components, ...detections.analytics]) {
    for (const { name } of all) sources.add(foldText(name));
  }
  const isKnown = ({ kind, name }: LogSourceEntry) =>
    isSigmaName(name) || (kind === "component" ? components : sources).has(foldText(name));
  return [...new Set(entries.filter((entry) => !isKnown(entry)).map(({ name }) => name))];
}

function warningsOf(unknown: readonly string[], version: string): string[] {
  if (unknown.length === 0) return [];
  const shown = unknown.slice(0, MAX_NAMED).join(", ");
  const rest = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : "";
  return [`${version} does not have ${shown}${rest}; such entries cover no analytic of it.`];
}
