import type { StixObject } from "../../../formats/stix/stix-object.ts";

const PUBLISHED = "2022-08-02T19:34:35.143Z";

/** Publisher of the extension. */
const PUBLISHER: StixObject = {
  type: "identity",
  spec_version: "2.1",
  id: "identity--d673f8cb-c168-42da-8ed4-0cb26725f86c",
  created_by_ref: "identity--d673f8cb-c168-42da-8ed4-0cb26725f86c",
  created: PUBLISHED,
  modified: PUBLISHED,
  name: "MITRE Center for Threat-Informed Defense",
  identity_class: "organization",
};

/** The STIX 2.1 extension that defines the objects of Attack Flow 2.0.0, under its published id. */
export const ATTACK_FLOW_DEFINITION: StixObject = {
  type: "extension-definition",
  id: "extension-definition--fb9c968a-745b-4ade-9b25-c324172197f4",
  spec_version: "2.1",
  name: "Attack Flow",
  created: PUBLISHED,
  modified: PUBLISHED,
  created_by_ref: PUBLISHER.id,
  schema:
    "https://center-for-threat-informed-defense.github.io/attack-flow/stix/attack-flow-schema-2.0.0.json",
  version: "2.0.0",
  extension_types: ["new-sdo"],
};

/** The objects that every Attack Flow includes. */
export const ATTACK_FLOW_OBJECTS: readonly StixObject[] = [ATTACK_FLOW_DEFINITION, PUBLISHER];
