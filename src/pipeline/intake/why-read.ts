import { derive } from "../../platform/lib/derive.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { WhyView } from "./schema.ts";
import type { Report } from "./store.ts";
import { worthOf } from "./worth.ts";

/** Returns the reasons to read a report, with the names that a release has for them. */
export function whyRead(report: Report, index: ReleaseIndex | null): WhyView {
  const names = index === null ? new Map<string, string>() : namesOf(index);
  const named = (attack_id: string) => ({ attack_id, name: names.get(attack_id) ?? null });
  const exploited = new Set(report.exploited_cve_ids);
  const unseen = new Set(report.new_technique_ids);
  return {
    worth: worthOf(report),
    groups: report.group_ids.map(named),
    software: report.software_ids.map(named),
    cves: report.cve_ids.map((id) => ({ id, known_exploited: exploited.has(id) })),
    techniques: report.technique_ids.map((id) => ({ ...named(id), is_new: unseen.has(id) })),
  };
}

/** Returns the names of groups, software and techniques by id. */
const namesOf = derive((index: ReleaseIndex): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { attack_id, name } of [...index.groups, ...index.software])
    names.set(attack_id, name);
  for (const [id, { name }] of index.techniques) names.set(id, name);
  return names;
});
