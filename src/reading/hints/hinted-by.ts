import type { Hints } from "./find-hints.ts";

/** By the id of a technique, what is named that it is listed for: `S0002`, `CVE-2021-26855`. */
export type HintedBy = ReadonlyMap<string, string[]>;

/** What speaks for each technique of a session beside its evidence: that it is listed for what is named. */
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
