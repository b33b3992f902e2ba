/** A value before and after a change. Text by people or from reports is recorded by its length. */
interface FieldChange {
  from: unknown;
  to: unknown;
}

/**
 * Describes an update for its audit entry: the names of the fields, and their old and new values.
 * @param texts fields whose words must not stay in the trail after their object is deleted
 */
export function describeChanges<T extends object>(
  before: T,
  after: Partial<T>,
  texts: readonly (keyof T)[] = [],
): { changed: string[]; changes: Record<string, FieldChange> } {
  const isOther = (field: keyof T) =>
    JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null);
  const fields = (Object.keys(after) as (keyof T & string)[]).filter(isOther);
  const shown = (field: keyof T, value: unknown) =>
    texts.includes(field) ? lengthOf(value) : (value ?? null);
  const changes = fields.map((field): [string, FieldChange] => [
    field,
    { from: shown(field, before[field]), to: shown(field, after[field]) },
  ]);
  return { changed: fields, changes: Object.fromEntries(changes) };
}

function lengthOf(text: unknown): unknown {
  return typeof text === "string" ? { characters: text.length } : null;
}
