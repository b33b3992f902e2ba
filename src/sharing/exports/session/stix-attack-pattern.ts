import { FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { TechniqueObject } from "../../../knowledge/attack/browse/browse-store.ts";
import { referencesOf } from "./stix-named.ts";
import { stixLine, timestampOf } from "./stix-text.ts";

/** Names of the kill chains, as ATT&CK's and ATLAS's own bundles have them. */
const KILL_CHAINS: Record<string, string> = {
  "enterprise-attack": "mitre-attack",
  "mobile-attack": "mitre-mobile-attack",
  "ics-attack": "mitre-ics-attack",
  atlas: "mitre-atlas",
};

/** A technique, and how the release has it; null when the release is not ingested any more. */
interface Technique {
  attack_id: string;
  name: string;
  tactics: readonly string[];
  published: TechniqueObject | null;
}

/** Returns the published object under its own id, so that consumers recognize what they have already. */
export function toAttackPattern(technique: Technique, domain: string): StixObject {
  const { attack_id, name, tactics: own, published } = technique;
  const chain = KILL_CHAINS[domain] ?? domain;
  const tactics = published?.tactics ?? own;
  const created = timestampOf(published?.created) ?? FIXED_TIMESTAMP;
  return {
    type: "attack-pattern",
    spec_version: "2.1",
    id: published?.stix_id ?? stixIdOf("attack-pattern", domain, attack_id),
    created,
    modified: timestampOf(published?.modified) ?? created,
    name: published?.name ?? stixLine(name),
    ...(published?.description && { description: published.description }),
    ...(tactics.some(Boolean) && {
      kill_chain_phases: tactics.filter(Boolean).map((phase) => ({
        kill_chain_name: chain,
        phase_name: phase,
      })),
    }),
    external_references: referencesOf(
      attack_id,
      published,
      domain === "atlas" ? "mitre-atlas" : "mitre-attack",
    ),
    x_mitre_is_subtechnique: published?.is_subtechnique ?? attack_id.includes(".", 4),
    ...(published?.platforms.length && { x_mitre_platforms: published.platforms }),
  };
}
