import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { isDomain } from "../../../knowledge/attack/vocabulary.ts";

const MATRICES = {
  "enterprise-attack": "ATT&CK Enterprise",
  "mobile-attack": "ATT&CK Mobile",
  "ics-attack": "ATT&CK ICS",
  atlas: "MITRE ATLAS",
} as const;

/** Returns the display name of a release: `ATT&CK Enterprise 18.1`. */
export function releaseLabel({ domain, version }: { domain: string; version: string }): string {
  return `${isDomain(domain) ? MATRICES[domain] : domain} ${version}`;
}

/** Returns a tactic's name by its slug, or the slug itself if the release lacks the tactic. */
export function tacticName({ tactics }: Pick<ReleaseIndex, "tactics">, shortname: string): string {
  return tactics.find((tactic) => tactic.shortname === shortname)?.name ?? shortname;
}

/** Returns the page of a group. */
export function groupUrl(attackId: string): string {
  return `https://attack.mitre.org/groups/${attackId}/`;
}
