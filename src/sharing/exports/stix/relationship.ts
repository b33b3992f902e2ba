import { changedAt, FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";

/** Statements about a relationship, which do not affect its identity. */
interface Said {
  /** Time of the latest statement. */
  modified: string;
  description?: string;
  confidence?: number;
  labels?: readonly string[];
}

/** Returns the relationship of two objects. Its id does not depend on who states it, and when. */
export function toRelationship(
  source: string,
  type: string,
  target: string,
  { modified, ...said }: Said,
): StixObject {
  return {
    type: "relationship",
    spec_version: "2.1",
    id: stixIdOf("relationship", type, source, target),
    created: FIXED_TIMESTAMP,
    modified: changedAt(modified),
    relationship_type: type,
    source_ref: source,
    target_ref: target,
    ...said,
  };
}
