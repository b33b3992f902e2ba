import { z } from "zod";
import type { MispAttribute } from "../../sharing/exports/misp/attributes.ts";
import { idOf } from "../../sharing/exports/misp/attributes.ts";
import type { MispEvent } from "../../sharing/exports/misp/event.ts";

const attribute = z.object({
  uuid: z.string(),
  type: z.string(),
  category: z.string().default("Other"),
  value: z.string(),
  deleted: z.unknown().optional(),
});
const stored = z.object({
  Event: z.object({ timestamp: z.coerce.string(), Attribute: z.array(attribute).default([]) }),
});

/** The relevant fields of an event stored in MISP. */
export type StoredEvent = z.output<typeof stored>["Event"];

/** Parses the event of a response. An event in another format counts as older than any. */
export function readStored(body: unknown): StoredEvent {
  const read = stored.safeParse(body);
  return read.success ? read.data.Event : { timestamp: "0", Attribute: [] };
}

/** Returns whether an event has changed since MISP received it; MISP rejects updates with an older one. */
export function isNewer({ timestamp }: MispEvent, { timestamp: known }: StoredEvent): boolean {
  return Number(timestamp) > Number(known);
}

/**
 * Marks attributes as deleted that MISP received from this service and the report no longer has. Attributes added by
 * others have other ids and remain.
 */
export function withRemoved(event: MispEvent, { Attribute: known }: StoredEvent) {
  const kept = new Set(event.Attribute.map(({ uuid }) => uuid));
  const removed = known.filter(
    ({ uuid, type, value, deleted }) =>
      !kept.has(uuid) && deleted !== true && uuid === idOf(event.uuid, type, value),
  );
  const gone = removed.map(({ uuid, type, category, value }) => ({
    uuid,
    type,
    category,
    value,
    deleted: true,
    timestamp: event.timestamp,
  }));
  return { ...event, Attribute: [...event.Attribute, ...gone] satisfies Partial<MispAttribute>[] };
}
