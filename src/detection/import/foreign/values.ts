import { isMap, isScalar, isSeq } from "yaml";
import { TomlDate } from "smol-toml";

/** Returns the values at a path of keys (`rule.threat.technique`) in YAML or TOML, descending into lists. */
export function valuesAt(root: unknown, path: string): unknown[] {
  let values = [root];
  for (const key of path.split(".")) {
    values = values.flatMap(spread).map((value) => childOf(value, key));
    values = values.filter((value) => value !== undefined);
  }
  return values;
}

/** Returns the values at a path, with lists flattened. */
export function itemsAt(root: unknown, path: string): unknown[] {
  return valuesAt(root, path).flatMap(spread);
}

/** Returns the texts among the items at a path. */
export function textsAt(root: unknown, path: string): string[] {
  return itemsAt(root, path).flatMap((value) => textOf(value) ?? []);
}

/** Returns a text, number or date as text, or null for anything else and for blank text. */
export function textOf(value: unknown): string | null {
  const scalar: unknown = isScalar(value) ? value.value : value;
  if (scalar instanceof TomlDate) return scalar.toISOString();
  if (typeof scalar === "number") return String(scalar);
  return typeof scalar === "string" && scalar.trim() !== "" ? scalar : null;
}

function childOf(value: unknown, key: string): unknown {
  if (isMap(value)) return value.get(key, true);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function spread(value: unknown): unknown[] {
  if (isSeq(value)) return value.items;
  return Array.isArray(value) ? value : [value];
}
