/** A JSON object. Only its own properties are fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the own property of that name, or undefined if there is none. JSON itself has no undefined. */
export function own(object: unknown, key: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns the object at a path of properties. */
export function objectAt(object: unknown, ...keys: readonly string[]): JsonObject | null {
  let value: unknown = object;
  for (const key of keys) value = own(value, key);
  return isJsonObject(value) ? value : null;
}

/**
 * Resolves a dotted field name: the property of that whole name, or one nested in objects and in the elements of lists.
 * Returns undefined if there is none.
 */
export function follow(object: JsonObject, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const head = name.slice(0, dot);
    if (!Object.hasOwn(object, head)) continue;
    const value = followInto(object[head], name.slice(dot + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

function followInto(value: unknown, name: string): unknown {
  if (isJsonObject(value)) return follow(value, name);
  if (!Array.isArray(value)) return undefined;
  const found: unknown[] = [];
  for (const element of value as readonly unknown[]) {
    const inner = isJsonObject(element) ? follow(element, name) : undefined;
    if (inner !== undefined) found.push(inner);
  }
  return found.length === 0 ? undefined : found;
}
