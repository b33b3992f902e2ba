import { resolveDetections } from "../../../../knowledge/attack/detections/find-technique.ts";
import type { ReleaseQuery } from "../../../../knowledge/attack/resolve-release.ts";
import type { LogSourceDeps } from "../deps.ts";
import { writeDettect } from "./write-dettect.ts";

/**
 * Exports the inventory as DeTT&CT YAML.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function exportDettect(deps: LogSourceDeps, query: ReleaseQuery): Promise<string> {
  const { detections } = await resolveDetections(deps, query);
  const entries = (await deps.logSources.find())?.entries ?? [];
  return writeDettect(entries, { domain: query.domain, detections });
}
