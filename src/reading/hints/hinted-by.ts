import type { Hints } from "./find-hints.ts";

/** By technique id, the named items that it is listed for: `S0002`, `CVE-2021-26855`. */
export type HintedBy = ReadonlyMap<string, string[]>;

/**
 * Returns the support for a session's techniques in addition to their evidence: named items that they are listed for.
 */
export function listHintedBy({ software_hints: software, cve_hints: cves }: Hints): HintedBy {
  const named = [
    ...software.map(({ attack_id: id, techniques }) => ({ id, techniques })),
    ...cves.map(({ id, techniques }) => ({ id, techniques })),
  ];
  const ids = new Map<string, string[]>();
  for (const { id, techniques } of named) {
    for (const { attack_id: technique, found } of techniques) {
      if (found) ids.set(technique, [...(ids.get(technique) ?? []), id]);
    }
  }
  return ids;
}
