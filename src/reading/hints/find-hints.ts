import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { resolveTechniques } from "../../knowledge/comparison/resolve-techniques.ts";
import type { Entities } from "../entities/schema.ts";
import { hintCves } from "./cve-hints.ts";
import type { CveHint, SoftwareHint } from "./schema.ts";
import { hintSoftware } from "./software-hints.ts";

/** What an answer offers to look for next. */
export interface Hints {
  software_hints: SoftwareHint[];
  cve_hints: CveHint[];
}

/**
 * Hints from what a report names, with a session's techniques as they are now, those that nobody
 * rejected. They are found at each reading, so that they are right whatever people changed, and
 * sessions from before there were hints have them too.
 * @param index null where the domain has no release: then nothing is known of what is named
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
