/** An object of JSON; its own properties alone are its fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own property of that name; undefined where there is none. JSON has no undefined of its own. */
export function own(object: unknown, key: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The first object among properties of these names, followed one after the other. */
export function objectAt(object: unknown, ...keys: readonly string[]): JsonObject | null {
  let value: unknown = object;
  for (const key of keys) value = own(value, key);
  return isJsonObject(value) ? value : null;
}

/**
 * What a field name with dots leads to: the property of that whole name, or one within another, and
 * within the elements of lists. Undefined where there is none.
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
