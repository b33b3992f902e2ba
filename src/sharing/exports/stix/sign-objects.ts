import { customDefinition } from "../../../formats/observables/stix-observable.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import type { Marking } from "../content/marking.ts";
import { TECHNIQUE_PROPERTIES } from "./attack-pattern.ts";
import { toMarkingDefinitions } from "./markings.ts";

/** Types of objects that are the same for everybody and public, unless we created them. */
const PUBLISHED: ReadonlySet<string> = new Set([
  "attack-pattern",
  "intrusion-set",
  "campaign",
  "malware",
  "tool",
  "vulnerability",
]);

/** Returns whether an object has content of reports, and so their marking. */
export function isOurs({ type, created_by_ref: author }: StixObject): boolean {
  return !PUBLISHED.has(type) || author === TOOL.id;
}

/**
 * Returns the objects, with marking and author if they are our own, after everything that they refer to: our identity,
 * the marking definitions and the definitions of extensions.
 * @param markingOf returns the marking of an object; it is not called for public objects
 */
export function signObjects(
  objects: readonly StixObject[],
  markingOf: (object: StixObject) => Marking | null,
): StixObject[] {
  const definitions = new Map<string, StixObject>();
  const signed = objects.map((object) => {
    const marking = isOurs(object) ? markingOf(object) : null;
    const bearing = marking === null ? [] : toMarkingDefinitions(marking);
    for (const definition of bearing) definitions.set(definition.id, definition);
    return {
      ...object,
      // Nobody publishes vulnerabilities in this form; cyber-observable objects have no author.
      ...("created" in object &&
        (isOurs(object) || object.type === "vulnerability") && { created_by_ref: TOOL.id }),
      ...(bearing.length > 0 && { object_marking_refs: bearing.map(({ id }) => id) }),
    };
  });
  return [TOOL, ...definitions.values(), ...extensionsOf(signed), ...signed];
}

/** Returns the definitions of our extensions that objects use. */
export function extensionsOf(objects: readonly StixObject[]): StixObject[] {
  const used = new Set(objects.flatMap(({ extensions }) => Object.keys(extensions ?? {})));
  return [customDefinition(TOOL.id), TECHNIQUE_PROPERTIES].filter(({ id }) => used.has(id));
}
