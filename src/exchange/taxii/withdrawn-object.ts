import type { StixObject } from "../../formats/stix/stix-object.ts";
import { TOOL } from "../../formats/stix/tool-identity.ts";

/** Replacement texts of a withdrawn object. */
const INSTEAD: Readonly<Record<string, Partial<StixObject>>> = {
  report: { name: "Withdrawn report", object_refs: [TOOL.id] },
  note: { content: "Withdrawn.", object_refs: [TOOL.id] },
};

/** A withdrawn object of the ledger. */
interface Withdrawn {
  stix_id: string;
  type: string;
  version: string;
  kept: Partial<StixObject> | null;
}

/** Returns the revoked version of an object, which informs consumers that it is no longer valid. */
export function toWithdrawnObject({ stix_id: id, type, version, kept }: Withdrawn): StixObject {
  return {
    ...kept,
    ...INSTEAD[type],
    type,
    spec_version: "2.1",
    id,
    created_by_ref: TOOL.id,
    modified: version,
    revoked: true,
  };
}
