import { customDefinition } from "../../../formats/observables/stix-observable.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import type { Marking } from "../content/marking.ts";
import { TECHNIQUE_PROPERTIES } from "./attack-pattern.ts";
import { toMarkingDefinitions } from "./markings.ts";

/** Objects that say what reports say; the others are the same for everybody, and public. */
const OWN_TYPES: ReadonlySet<string> = new Set([
  "report",
  "grouping",
  "note",
  "indicator",
  "observed-data",
  "relationship",
]);
/** Public objects that nobody but us publishes in this form. */
const OURS: ReadonlySet<string> = new Set([...OWN_TYPES, "vulnerability"]);

/**
 * Returns the objects, each with who says it and with its marking where it is ours to say, behind all that
 * they refer to: our identity, the marking definitions and the definitions of extensions.
 * @param markingOf the marking of an object; it is not asked for those that are public
 */
export function signObjects(
  objects: readonly StixObject[],
  markingOf: (object: StixObject) => Marking | null,
): StixObject[] {
  const definitions = new Map<string, StixObject>();
  const signed = objects.map((object) => {
    if (!OURS.has(object.type)) return object;
    const marking = OWN_TYPES.has(object.type) ? markingOf(object) : null;
    const bearing = marking === null ? [] : toMarkingDefinitions(marking);
    for (const definition of bearing) definitions.set(definition.id, definition);
    return {
      ...object,
      created_by_ref: TOOL.id,
      ...(bearing.length > 0 && { object_marking_refs: bearing.map(({ id }) => id) }),
    };
  });
  return [TOOL, ...definitions.values(), ...extensionsOf(signed), ...signed];
}

/** Returns the definitions of the extensions of ours that objects use. */
export function extensionsOf(objects: readonly StixObject[]): StixObject[] {
  const used = new Set(objects.flatMap(({ extensions }) => Object.keys(extensions ?? {})));
  return [customDefinition(TOOL.id), TECHNIQUE_PROPERTIES].filter(({ id }) => used.has(id));
}
