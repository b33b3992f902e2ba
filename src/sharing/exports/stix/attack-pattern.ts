import { FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { TechniqueObject } from "../../../knowledge/attack/browse/browse-store.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import { referencesOf } from "./named.ts";
import { stixLine, timestampOf } from "./text.ts";

/** Names of the kill chains in ATT&CK's and ATLAS's own bundles. */
const KILL_CHAINS: Record<string, string> = {
  "enterprise-attack": "mitre-attack",
  "mobile-attack": "mitre-mobile-attack",
  "ics-attack": "mitre-ics-attack",
  atlas: "mitre-atlas",
};

/**
 * Defines the ATT&CK properties that are not in the standard (STIX 2.1, 7.3). ATT&CK publishes them without a
 * definition.
 */
export const TECHNIQUE_PROPERTIES: StixObject = {
  type: "extension-definition",
  spec_version: "2.1",
  id: stixIdOf("extension-definition", "technique-properties"),
  created: FIXED_TIMESTAMP,
  modified: FIXED_TIMESTAMP,
  created_by_ref: TOOL.id,
  name: "Properties of ATT&CK techniques",
  description:
    "Whether a technique is a sub-technique, and the platforms that ATT&CK lists for it.",
  schema: JSON.stringify({
    type: "object",
    properties: {
      x_mitre_is_subtechnique: { type: "boolean" },
      x_mitre_platforms: { type: "array", items: { type: "string" } },
    },
  }),
  version: "1.0.0",
  extension_types: ["toplevel-property-extension"],
  extension_properties: ["x_mitre_is_subtechnique", "x_mitre_platforms"],
};

/** A technique with its published object; null if the release is no longer ingested. */
interface Technique {
  attack_id: string;
  name: string;
  tactics: readonly string[];
  published: TechniqueObject | null;
}

/** Returns the published object under its own id, so that consumers recognize existing objects. */
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
    extensions: { [TECHNIQUE_PROPERTIES.id]: { extension_type: "toplevel-property-extension" } },
  };
}
