import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import {
  describeNamed,
  findLeads,
  LEADS_MODE,
  type LeadsHolder,
} from "../../knowledge/comparison/find-leads.ts";
import { groupsNamed, type NamedIn } from "./named-groups.ts";
import type { Analysis } from "./schema.ts";

/** What an answer tells of groups, beside the names that stand in the report. */
export type SessionLeads = Pick<
  Analysis,
  "named_groups" | "apt_matches" | "apt_matches_mode" | "apt_matches_version" | "apt_matches_reason"
>;

/**
 * Named groups and leads from techniques as they are now, those that nobody rejected. They are found
 * at each reading, so that they are right whatever people changed.
 */
export function leadsOf(
  index: ReleaseIndex | null,
  named: NamedIn,
  techniqueIds: readonly string[],
  holder: LeadsHolder = "session",
): SessionLeads {
  if (index === null) {
    return {
      named_groups: [],
      apt_matches: [],
      apt_matches_mode: LEADS_MODE,
      apt_matches_version: null,
      apt_matches_reason: "No release of the domain is ingested.",
    };
  }
  const { rows, reason } = findLeads(index, techniqueIds, holder);
  return {
    named_groups: describeNamed(index, groupsNamed(index, named), techniqueIds),
    apt_matches: rows,
    apt_matches_mode: LEADS_MODE,
    apt_matches_version: index.version,
    apt_matches_reason: reason,
  };
}
