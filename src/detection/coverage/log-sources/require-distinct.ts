import { AppError, type FieldError } from "../../../platform/lib/errors.ts";
import { formatBytes } from "../../../platform/lib/streams.ts";
import type { LogSourceEntry } from "./schema.ts";
import { keyOf } from "./sort-entries.ts";
import { MAX_INVENTORY_BYTES } from "./vocabulary.ts";

const MAX_FAULTS = 100;

/**
 * Rejects equivalent entries, and lists too large for a row.
 * @throws AppError `validation_error` naming the places, `body_too_large`
 */
export function requireDistinct(entries: readonly LogSourceEntry[]): void {
  const places = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [place, entry] of entries.entries()) {
    const key = keyOf(entry);
    const before = places.get(key);
    if (before === undefined) places.set(key, place);
    else if (errors.length < MAX_FAULTS) {
      const detail = `'entries/${place}' says the same as 'entries/${before}'; remove one, or give them other channels or platforms.`;
      errors.push({ pointer: `/entries/${place}`, detail });
    }
  }
  const [first] = errors;
  if (first !== undefined) throw new AppError("validation_error", first.detail, { errors });
  const size = new TextEncoder().encode(JSON.stringify(entries)).byteLength;
  if (size > MAX_INVENTORY_BYTES) {
    const most = formatBytes(MAX_INVENTORY_BYTES);
    throw new AppError("body_too_large", `All entries together are larger than ${most}.`);
  }
}
