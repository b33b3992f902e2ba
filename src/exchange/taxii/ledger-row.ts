import type { StixObject } from "../../formats/stix/stix-object.ts";
import { stringOf } from "../../formats/stix/stix-object.ts";
import { UNVERSIONED } from "./vocabulary.ts";

/** What the ledger has of an object. */
export interface LedgerRow {
  stix_id: string;
  type: string;
  version: string;
  in_observables: boolean;
  in_techniques: boolean;
  kept: Partial<StixObject> | null;
}

/** What objects of any kind refer to. */
const SUPPORTING: ReadonlySet<string> = new Set([
  "identity",
  "marking-definition",
  "extension-definition",
]);
/** Versioned objects about observables; cyber-observable objects have no version. */
const ABOUT_OBSERVABLES: ReadonlySet<string> = new Set([
  "indicator",
  "observed-data",
  "vulnerability",
]);

/**
 * What a withdrawal repeats of objects that say what a report says, for STIX requires these properties. It has no text
 * of the report; that of an indicator has the pattern, which was shared already.
 */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  report: ["published"],
  note: [],
  indicator: ["pattern", "pattern_type", "valid_from"],
  "observed-data": ["first_observed", "last_observed", "number_observed", "object_refs"],
  relationship: ["relationship_type", "source_ref", "target_ref"],
};

/** Returns what the ledger has of an object. */
export function toLedgerRow(object: StixObject): LedgerRow {
  const { id: stix_id, type } = object;
  const isSupporting = SUPPORTING.has(type);
  return {
    stix_id,
    type,
    version: versionOf(object),
    in_observables: isSupporting || isAboutObservables(object),
    in_techniques: isSupporting || type === "attack-pattern",
    kept: keptOf(object),
  };
}

/** When the object last changed; one without versions has the same one for ever. */
function versionOf({ modified, created }: StixObject): string {
  return stringOf(modified) ?? stringOf(created) ?? UNVERSIONED;
}

function isAboutObservables(object: StixObject): boolean {
  const { type, created, relationship_type: relation } = object;
  return ABOUT_OBSERVABLES.has(type) || created === undefined || relation === "based-on";
}

function keptOf(object: StixObject): Partial<StixObject> | null {
  const names = KEPT[object.type];
  if (names === undefined) return null;
  return Object.fromEntries(["created", ...names].map((name) => [name, object[name]]));
}
