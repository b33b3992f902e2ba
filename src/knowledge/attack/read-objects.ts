import { compareText } from "../../platform/lib/text.ts";
import { recordsOf, type StixObject, stringOf, stringsOf } from "../../formats/stix/stix-object.ts";
import type {
  CampaignRecord,
  GroupRecord,
  ObjectRecord,
  SoftwareRecord,
  TechniqueRecord,
} from "./release-content.ts";
import type { ExternalReference } from "./tables.ts";
import type { ObjectState } from "./vocabulary.ts";

/** Returns the state of an object: STIX defines `revoked`, and ATT&CK adds `x_mitre_deprecated`. */
export function stateOf(object: StixObject): ObjectState {
  if (object["revoked"] === true) return "revoked";
  return object["x_mitre_deprecated"] === true ? "deprecated" : "active";
}

/** Returns the external reference with the ATT&CK id, for the source name of any matrix. */
export function attackReference(object: StixObject): { id: string; url: string | null } | null {
  for (const reference of recordsOf(object["external_references"])) {
    const source = stringOf(reference["source_name"]);
    const id = stringOf(reference["external_id"]);
    if (id !== null && source !== null && /^mitre-((\w+-)?attack|atlas)$/.test(source)) {
      return { id: id.toUpperCase(), url: stringOf(reference["url"]) };
    }
  }
  return null;
}

function toObject(object: StixObject, replacedBy: string | null): ObjectRecord | null {
  const reference = attackReference(object);
  const name = stringOf(object["name"]);
  if (reference === null || name === null) return null;
  const state = stateOf(object);
  return {
    stix_id: object.id,
    attack_id: reference.id,
    name,
    description: stringOf(object["description"]),
    url: reference.url,
    state,
    replaced_by: state === "revoked" ? replacedBy : null,
    created: stringOf(object["created"]),
    modified: stringOf(object["modified"]),
    external_references: recordsOf(object["external_references"]) as unknown as ExternalReference[],
  };
}

/**
 * Converts an `attack-pattern`, or returns null if it has no ATT&CK id. `order` returns a tactic's place in the matrix.
 * @param successors active ids that replace it if it is revoked
 */
export function toTechnique(
  object: StixObject,
  successors: string[],
  order: (tactic: string) => number,
): TechniqueRecord | null {
  const base = toObject(object, successors[0] ?? null);
  const tactics = recordsOf(object["kill_chain_phases"]).map((phase) => phase["phase_name"]);
  return (
    base && {
      ...base,
      successors: base.state === "revoked" ? successors : [],
      tactics: stringsOf(tactics).sort((a, b) => order(a) - order(b) || compareText(a, b)),
      platforms: stringsOf(object["x_mitre_platforms"]),
      is_subtechnique: object["x_mitre_is_subtechnique"] === true,
    }
  );
}

/** Converts an `intrusion-set`, or returns null if it has no ATT&CK id. */
export function toGroup(object: StixObject, replacedBy: string | null): GroupRecord | null {
  const base = toObject(object, replacedBy);
  return base && { ...base, aliases: aliasesOf(object["aliases"], base.name) };
}

/** Converts a `campaign`, or returns null if it has no ATT&CK id. */
export function toCampaign(object: StixObject, replacedBy: string | null): CampaignRecord | null {
  const base = toObject(object, replacedBy);
  return (
    base && {
      ...base,
      aliases: aliasesOf(object["aliases"], base.name),
      first_seen: stringOf(object["first_seen"]),
      last_seen: stringOf(object["last_seen"]),
    }
  );
}

/** Converts a `malware` or `tool`, or returns null if it has no ATT&CK id. */
export function toSoftware(object: StixObject, replacedBy: string | null): SoftwareRecord | null {
  const base = toObject(object, replacedBy);
  return (
    base && {
      ...base,
      type: object.type === "tool" ? "tool" : "malware",
      aliases: aliasesOf(object["x_mitre_aliases"], base.name),
      platforms: stringsOf(object["x_mitre_platforms"]),
    }
  );
}

/** Returns aliases without the name, which ATT&CK repeats as the first alias. */
function aliasesOf(value: unknown, name: string): string[] {
  return stringsOf(value).filter((alias) => alias !== name);
}
