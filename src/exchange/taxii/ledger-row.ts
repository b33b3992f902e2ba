import type { StixObject } from "../../formats/stix/stix-object.ts";
import { stringOf } from "../../formats/stix/stix-object.ts";
import { UNVERSIONED } from "./vocabulary.ts";

/** The ledger's data about an object. */
export interface LedgerRow {
  stix_id: string;
  type: string;
  version: string;
  in_observables: boolean;
  in_techniques: boolean;
  kept: Partial<StixObject> | null;
}

/** Objects that all kinds of objects refer to. */
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
 * Properties that a withdrawal repeats because STIX requires them, for objects with content of a report. They include
 * no text of the report. An indicator includes its pattern, which was already shared.
 */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  report: ["published"],
  note: [],
  indicator: ["pattern", "pattern_type", "valid_from"],
  "observed-data": ["first_observed", "last_observed", "number_observed", "object_refs"],
  relationship: ["relationship_type", "source_ref", "target_ref"],
};

/** Returns the ledger row of an object. */
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

/** Returns when the object last changed. An object without versions always has the same one. */
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
