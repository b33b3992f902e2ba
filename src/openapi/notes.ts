/** The meaning of a field, and an example value. */
export type Note = readonly [description: string, example?: unknown];

/**
 * Notes by field name. A name with a special meaning in one place has the key `container.field`. The container is the
 * field that contains the object (`software.name`), the component of the field (`Layer.name`), or the last fixed path
 * segment of a body without a name (`me.name`). Component and field together (`Combination.operands.id`) take
 * precedence.
 */
export type Notes = Readonly<Record<string, Note>>;

/** Repeats notes under each of several containers: `name` becomes `Layer.name` and `LayerInput.name`. */
export function notesUnder(containers: readonly string[], notes: Notes): Notes {
  const keyed = containers.flatMap((container) =>
    Object.entries(notes).map(([field, note]) => [`${container}.${field}`, note] as const),
  );
  return Object.fromEntries(keyed);
}
