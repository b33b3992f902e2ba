import { FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type {
  CampaignObject,
  GroupObject,
  SoftwareObject,
} from "../../../knowledge/attack/browse/browse-store.ts";
import { foldText } from "../../../platform/lib/text.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import type { Entities } from "../../../reading/entities/schema.ts";
import { stixLine, timestampOf } from "./text.ts";

type Unlisted = Entities["unlisted"][number];

/** A group or software that the report names, with its published object if there is one. */
interface Named<T> {
  attack_id: string;
  name: string;
  published: T | null;
}

/** The release of a named object. */
interface Release {
  domain: string;
}

/** Returns the published group under its own id. That a report names it attributes nothing to it. */
export function toIntrusionSet(named: Named<GroupObject>, { domain }: Release): StixObject {
  const { attack_id: id, name, published } = named;
  const aliases = published?.aliases ?? [];
  return {
    type: "intrusion-set",
    ...commonOf("intrusion-set", named, domain),
    name: published?.name ?? name,
    ...(published?.description && { description: published.description }),
    ...(aliases.length > 0 && { aliases }),
    external_references: referencesOf(id, published),
  };
}

/** Returns the published campaign under its own id. */
export function toCampaign(named: Named<CampaignObject>, { domain }: Release): StixObject {
  const { attack_id: id, name, published } = named;
  const aliases = published?.aliases ?? [];
  const [first, last] = [timestampOf(published?.first_seen), timestampOf(published?.last_seen)];
  return {
    type: "campaign",
    ...commonOf("campaign", named, domain),
    name: published?.name ?? name,
    ...(published?.description && { description: published.description }),
    ...(aliases.length > 0 && { aliases }),
    ...(first !== null && { first_seen: first }),
    ...(last !== null && { last_seen: last }),
    external_references: referencesOf(id, published),
  };
}

const UNLISTED_TYPES = {
  group: "intrusion-set",
  campaign: "campaign",
  malware: "malware",
  tool: "tool",
} as const;

/** Returns an entity that a report names and the release lacks. The same name is the same object in every bundle. */
export function toUnlisted({ kind, name }: Pick<Unlisted, "kind" | "name">): StixObject {
  const type = UNLISTED_TYPES[kind];
  return {
    type,
    spec_version: "2.1",
    id: stixIdOf(type, "named", foldText(name)),
    // Only our reports mention this object, so it has their marking.
    created_by_ref: TOOL.id,
    created: FIXED_TIMESTAMP,
    modified: FIXED_TIMESTAMP,
    name: stixLine(name),
    ...(type === "malware" && { is_family: true }),
  };
}

/** Returns the published malware or tool under its own id. */
export function toSoftware(
  named: Named<SoftwareObject> & { type: "malware" | "tool" },
  { domain }: Release,
): StixObject {
  const { attack_id: id, name, published } = named;
  const type = published?.type ?? named.type;
  const aliases = published?.aliases ?? [];
  return {
    type,
    ...commonOf(type, named, domain),
    name: published?.name ?? name,
    ...(published?.description && { description: published.description }),
    ...(aliases.length > 0 && { aliases }),
    // ATT&CK's malware are families, never single samples.
    ...(type === "malware" && { is_family: true }),
    external_references: referencesOf(id, published),
  };
}

function commonOf(
  type: string,
  { attack_id, published }: Named<CampaignObject | GroupObject | SoftwareObject>,
  domain: string,
) {
  const created = timestampOf(published?.created) ?? FIXED_TIMESTAMP;
  return {
    spec_version: "2.1",
    id: published?.stix_id ?? stixIdOf(type, domain, attack_id),
    created,
    modified: timestampOf(published?.modified) ?? created,
  };
}

/** Returns the published references, always beginning with the one that has the ATT&CK id. */
export function referencesOf(
  attackId: string,
  published: Pick<GroupObject, "external_references"> | null,
  source = "mitre-attack",
) {
  const usable = (published?.external_references ?? []).filter(
    ({ source_name: name, description, url, external_id: id }) =>
      name && (description || url || id),
  );
  const own = usable.find(({ external_id: id }) => id === attackId) ?? {
    source_name: source,
    external_id: attackId,
  };
  return [own, ...usable.filter((reference) => reference !== own)];
}
