/** What a field means, and a value as it might have. */
export type Note = readonly [description: string, example?: unknown];

/**
 * Notes by the name of a field. A name that means something special in one place stands there as
 * `container.field`: the container is the field that holds the object (`software.name`), or the
 * component that the field is part of (`Layer.name`); both together (`Combination.operands.id`) go
 * before either.
 */
export type Notes = Readonly<Record<string, Note>>;
