import { FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { Marking } from "../content/marking.ts";

/** The STIX 2.1 extension for TLP 2.0, and its marking definitions (OASIS). */
const TLP_EXTENSION = "extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d";
const TLP_IDS: Record<Marking["level"], string> = {
  clear: "94868c89-83c2-464b-929b-a1a8aa3c8487",
  green: "bab4a63c-aed9-4cf5-a766-dfca5abac2bb",
  amber: "55d920b0-5e8b-4f79-9ee9-91f868d9b421",
  "amber+strict": "939a9414-2ddd-4d32-a0cd-375ea402b003",
  red: "e828b379-4e03-4974-9ac4-e53a884c97c1",
};

/**
 * Returns the marking definitions of objects: the published one of the TLP 2.0 level, so that consumers recognize it,
 * and a statement if nobody decided the marking.
 */
export function toMarkingDefinitions({ level, label, note }: Marking): StixObject[] {
  const published = {
    type: "marking-definition",
    spec_version: "2.1",
    id: `marking-definition--${TLP_IDS[level]}`,
    created: "2022-10-01T00:00:00.000Z",
    name: label,
    extensions: { [TLP_EXTENSION]: { extension_type: "property-extension", tlp_2_0: level } },
  };
  if (note === null) return [published];
  const statement = {
    type: "marking-definition",
    spec_version: "2.1",
    id: stixIdOf("marking-definition", label, note),
    created: FIXED_TIMESTAMP,
    definition_type: "statement",
    definition: { statement: `${label} is ${note}.` },
  };
  return [published, statement];
}
