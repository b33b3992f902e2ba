import type { ReleaseQuery } from "../../../knowledge/attack/resolve-release.ts";
import type { LogSourceDeps } from "./deps.ts";
import { describeInventory } from "./known-names.ts";
import type { LogInventoryView } from "./schema.ts";

/**
 * Returns what the team collects.
 * @throws AppError `unknown_domain`, `version_not_found`
 */
export async function readInventory(
  deps: LogSourceDeps,
  query: ReleaseQuery,
): Promise<LogInventoryView> {
  return await describeInventory(deps, await deps.logSources.find(), query);
}
