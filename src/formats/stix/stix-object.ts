/** Properties of STIX 2.0 and 2.1 objects as ATT&CK publishes them; nothing is trusted to be there. */
export interface StixObject {
  type: string;
  id: string;
  [property: string]: unknown;
}

/** The value if it is a string with something in it, else null. */
export function stringOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The strings of an array, each once, in order; anything else is left out. */
export function stringsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((entry): entry is string => typeof entry === "string"))];
}

/** The objects of an array; anything else is left out. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is Record<string, unknown> => typeof entry === "object" && entry !== null,
  );
}
