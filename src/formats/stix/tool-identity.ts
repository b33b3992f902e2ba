import { FIXED_TIMESTAMP, stixIdOf } from "./stix-id.ts";
import type { StixObject } from "./stix-object.ts";

/** The identity that authors our bundles. */
export const TOOL: StixObject = {
  type: "identity",
  spec_version: "2.1",
  id: stixIdOf("identity", "tradecraft"),
  created: FIXED_TIMESTAMP,
  modified: FIXED_TIMESTAMP,
  name: "tradecraft",
  identity_class: "system",
};
