import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareGroups } from "../../knowledge/comparison/compare-sets.ts";
import {
  describeNamed,
  findLeads,
  type LeadsHolder,
  nothingShared,
} from "../../knowledge/comparison/find-leads.ts";
import type { SimilarityMode } from "../../knowledge/comparison/measure.ts";
import type { leadFields } from "./leads-schema.ts";
import { groupsNamed, type NamedIn } from "./named-groups.ts";
import type { Analysis } from "./schema.ts";

/** Response fields about groups, in addition to the names that occur in the report. */
export type SessionLeads = Pick<Analysis, keyof typeof leadFields>;

const MATCHES_MODE: SimilarityMode = "jaccard";
const TOP_MATCHES = 10;

const NO_REPORT = "The text is not a threat report, so groups are not compared with it.";

/** The leads of a text that is not a threat report. */
export const NO_LEADS: SessionLeads = {
  named_groups: [],
  apt_matches: [],
  apt_matches_mode: MATCHES_MODE,
  apt_matches_version: null,
  apt_matches_reason: NO_REPORT,
  leads: [],
  leads_reason: NO_REPORT,
};

/**
 * Finds named groups, Jaccard matches and leads for the techniques that were not rejected. Computed on each request, so
 * it reflects every review change.
 */
export function leadsOf(
  index: ReleaseIndex | null,
  named: NamedIn,
  techniqueIds: readonly string[],
  holder: LeadsHolder = "session",
): SessionLeads {
  if (index === null) {
    const reason = "No release of the domain is ingested.";
    return {
      named_groups: [],
      apt_matches: [],
      apt_matches_mode: MATCHES_MODE,
      apt_matches_version: null,
      apt_matches_reason: reason,
      leads: [],
      leads_reason: reason,
    };
  }
  const { rows: matches } = compareGroups(index, techniqueIds, TOP_MATCHES, MATCHES_MODE);
  const { rows: leads, reason } = findLeads(index, techniqueIds, holder);
  return {
    named_groups: describeNamed(index, groupsNamed(index, named), techniqueIds),
    apt_matches: matches,
    apt_matches_mode: MATCHES_MODE,
    apt_matches_version: index.version,
    apt_matches_reason: matches.length === 0 ? nothingShared(holder) : null,
    leads,
    leads_reason: reason,
  };
}
