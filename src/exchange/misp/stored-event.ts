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

/** What is looked at of an event as MISP has it. */
export type StoredEvent = z.output<typeof stored>["Event"];

/** The event of an answer; one of another form counts as older than any. */
export function readStored(body: unknown): StoredEvent {
  const read = stored.safeParse(body);
  return read.success ? read.data.Event : { timestamp: "0", Attribute: [] };
}

/** Whether an event has changed since MISP got it; MISP refuses to update by an older one. */
export function isNewer({ timestamp }: MispEvent, { timestamp: known }: StoredEvent): boolean {
  return Number(timestamp) > Number(known);
}

/**
 * The event with those attributes as deleted that MISP has from us and the report no longer has. What
 * others added there has other ids, and stays.
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
