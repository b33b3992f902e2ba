import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { resolveTechniques } from "../../knowledge/comparison/resolve-techniques.ts";
import type { Entities } from "../entities/schema.ts";
import { hintCves } from "./cve-hints.ts";
import type { CveHint, SoftwareHint } from "./schema.ts";
import { hintSoftware } from "./software-hints.ts";

/** Hints in a response about what to look for next. */
export interface Hints {
  software_hints: SoftwareHint[];
  cve_hints: CveHint[];
}

/**
 * Returns hints from what a report names and a session's current techniques, without rejected ones. Computed on each
 * request, so they reflect every change, and sessions from before hints existed have them too.
 * @param index null if the domain has no release, in which case nothing is known about the names
 */
export function findHints(
  index: ReleaseIndex | null,
  { software = [], cves = [] }: Partial<Entities>,
  techniqueIds: readonly string[],
): Hints {
  if (software.length + cves.length === 0) return { software_hints: [], cve_hints: [] };
  const found = index === null ? new Set<string>() : resolveTechniques(techniqueIds, index).active;
  return {
    software_hints: hintSoftware(index, software, found),
    cve_hints: hintCves(index, cves, found),
  };
}
