import type { z } from "zod";

export interface NotKept {
  property: string;
  count: number;
  reason: string;
}

const MAX_NAME = 100;

/** Counts the layer properties that are not stored, by property and reason. */
export class NotKeptList {
  readonly #found = new Map<string, NotKept>();

  add(property: string, reason: string): void {
    const name = property.slice(0, MAX_NAME);
    const key = `${name} ${reason}`;
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { property: name, count: 1, reason });
    else known.count += 1;
  }

  list(): NotKept[] {
    return [...this.#found.values()];
  }
}

/**
 * Returns the parts of an object that match their schemas, and records all others as not stored. Values that mean
 * absence in the Navigator (null, "", []) are ignored.
 */
export function keepParts<T extends Record<string, z.ZodType>>(
  parts: T,
  source: Record<string, unknown>,
  prefix: string,
  notKept: NotKeptList,
): { -readonly [K in keyof T]?: z.output<T[K]> } {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(source)) {
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const parsed = part?.safeParse(value);
    if (parsed === undefined) notKept.add(prefix + name, "has no place here");
    else if (!parsed.success) notKept.add(prefix + name, "is not as format 4.5 has it");
    else {
      kept.push([name, parsed.data]);
      noteLost(value, parsed.data, `${prefix}${name}.`, notKept);
    }
  }
  return Object.fromEntries(kept) as { -readonly [K in keyof T]?: z.output<T[K]> };
}

/** Records the properties of an object that its schema removed. */
function noteLost(given: unknown, kept: unknown, prefix: string, notKept: NotKeptList): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return;
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(kept as object, name)) notKept.add(prefix + name, "has no place here");
  }
}
