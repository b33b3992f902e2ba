/** Properties of STIX 2.0 and 2.1 objects as ATT&CK publishes them. None is guaranteed to be present. */
export interface StixObject {
  type: string;
  id: string;
  [property: string]: unknown;
}

/** Returns the value if it is a non-empty string, else null. */
export function stringOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns the distinct strings of an array, in order. Ignores other values. */
export function stringsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((entry): entry is string => typeof entry === "string"))];
}

/** Returns the objects of an array. Ignores other values. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is Record<string, unknown> => typeof entry === "object" && entry !== null,
  );
}
