import type { EventView } from "./event-view.ts";
import { follow, objectAt, own } from "./json-object.ts";

/** Fields in which programs record the time of an event, most reliable first. */
const NAMES = [
  "@timestamp",
  "UtcTime",
  "eventTime",
  "TimeCreated",
  "TimeGenerated",
  "EventTime",
  "timestamp",
  "_time",
  "time",
  "CreationTime",
  "createdDateTime",
  "activityDateTime",
  "published",
  "requestReceivedTimestamp",
  "Timestamp",
  "created_at",
  "date",
  "ts",
] as const;

/** Returns when an event happened, in milliseconds since the Unix epoch, or null if unknown. */
export function timeOf(view: EventView): number | null {
  const { system, data, top } = view.layout;
  const created = own(system, "TimeCreated");
  const stamps: unknown[] = [
    own(objectAt(created, "#attributes"), "SystemTime"),
    own(objectAt(system, "TimeCreated_attributes"), "SystemTime"),
    own(created, "@SystemTime"),
    own(created, "SystemTime"),
    created,
    own(system, "systemTime"),
  ];
  for (const stamp of stamps) {
    const time = parseTime(stamp);
    if (time !== null) return time;
  }
  for (const name of NAMES) {
    for (const part of [top, ...data]) {
      const time = parseTime(follow(part, name));
      if (time !== null) return time;
    }
  }
  return null;
}

const ISO =
  /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?\s*$/i;

/** Parses an ISO 8601 date, in UTC if it names no zone, or seconds or milliseconds since the Unix epoch. */
export function parseTime(value: unknown): number | null {
  if (typeof value === "number") return fromEpoch(value);
  if (typeof value !== "string" || value.length > 60) return null;
  const written = ISO.exec(value);
  if (written !== null) {
    const [, date = "", clock = "00:00", fraction = "", zone = "Z"] = written;
    const seconds = clock.length === 5 ? `${clock}:00` : clock;
    const time = Date.parse(
      `${date}T${seconds}.${fraction.padEnd(3, "0").slice(0, 3)}${zoneOf(zone)}`,
    );
    return Number.isNaN(time) ? null : time;
  }
  // The date format of PowerShell's ConvertTo-Json.
  const epoch = /^\/Date\((-?\d+)\)\/$/.exec(value)?.[1] ?? value;
  return /^\d{9,14}(?:\.\d+)?$/.test(epoch) ? fromEpoch(Number(epoch)) : null;
}

function zoneOf(zone: string): string {
  if (/^[+-]\d{4}$/.test(zone)) return `${zone.slice(0, 3)}:${zone.slice(3)}`;
  return /^[+-]/.test(zone) ? zone : "Z";
}

/** Seconds up to the year 5138 have fewer digits than milliseconds since 1973. */
function fromEpoch(number: number): number | null {
  if (!Number.isFinite(number) || number <= 0) return null;
  const milliseconds = number < 100_000_000_000 ? number * 1_000 : number;
  return milliseconds < 8.64e15 ? milliseconds : null;
}
