import { v5 as uuidv5 } from "uuid";

/** Ours alone: STIX 2.1 keeps its own namespace for cyber-observable objects. */
const NAMESPACE = "b7c2b9a4-5d1e-4f0a-9c36-2f8f6e0a7d15";

/** The creation time of objects that are the same in every bundle, so that they are one object. */
export const FIXED_TIMESTAMP = "2025-01-01T00:00:00.000Z";

/** The id of a STIX object that we make: the same for the same key (UUIDv5, RFC 9562). */
export function stixIdOf(type: string, ...key: readonly string[]): string {
  return `${type}--${uuidv5(JSON.stringify([type, ...key]), NAMESPACE)}`;
}

/** When an object with that creation time was last changed, which must not be before it. */
export function changedAt(time: string): string {
  return time > FIXED_TIMESTAMP ? time : FIXED_TIMESTAMP;
}
