/** What a field means, and a value as it might have. */
export type Note = readonly [description: string, example?: unknown];

/**
 * Notes by the name of a field. A name that means something special in one place stands there as
 * `container.field`: the container is the field that holds the object (`software.name`), or the
 * component that the field is part of (`Layer.name`), or for a body without a name the last fixed
 * segment of its path (`me.name`); both together (`Combination.operands.id`) go before either.
 */
export type Notes = Readonly<Record<string, Note>>;

/** The same notes under each of several containers: `name` becomes `Layer.name` and `LayerInput.name`. */
export function notesUnder(containers: readonly string[], notes: Notes): Notes {
  const keyed = containers.flatMap((container) =>
    Object.entries(notes).map(([field, note]) => [`${container}.${field}`, note] as const),
  );
  return Object.fromEntries(keyed);
}
