import { v5 as uuidv5 } from "uuid";

/** Our own namespace. STIX 2.1 reserves its namespace for cyber-observable objects. */
const NAMESPACE = "b7c2b9a4-5d1e-4f0a-9c36-2f8f6e0a7d15";

/** The creation time of objects that are identical in every bundle, so that importers treat them as one object. */
export const FIXED_TIMESTAMP = "2025-01-01T00:00:00.000Z";

/** Returns the id of a STIX object that we create: the same for the same key (UUIDv5, RFC 9562). */
export function stixIdOf(type: string, ...key: readonly string[]): string {
  return `${type}--${uuidv5(JSON.stringify([type, ...key]), NAMESPACE)}`;
}

/** Returns the modification time of an object with that creation time, which must not be earlier. */
export function changedAt(time: string): string {
  return time > FIXED_TIMESTAMP ? time : FIXED_TIMESTAMP;
}
