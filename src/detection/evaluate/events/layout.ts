import { isJsonObject, type JsonObject, objectAt, own } from "./json-object.ts";

/** The locations of an event's fields, whatever program wrote it. */
export interface Layout {
  /** The event without a search engine's envelope. */
  top: JsonObject;
  /** `System` of a Windows event. */
  system: JsonObject | null;
  /** The fields written by Winlogbeat. */
  winlog: JsonObject | null;
  /** Objects with the event's own fields, `EventData` first. */
  data: readonly JsonObject[];
}

const NOTHING: JsonObject = {};

/** Locates the parts of an event. A plain text is an event without fields. */
export function layOut(event: unknown): Layout {
  const top = unwrap(event);
  const body = objectAt(top, "Event") ?? top;
  const wazuh = objectAt(top, "data", "win");
  const system = objectAt(body, "System") ?? objectAt(wazuh, "system");
  const winlog = objectAt(top, "winlog");
  const data: JsonObject[] = [];
  const add = (part: JsonObject | null) => {
    if (part !== null) data.push(part);
  };
  if (system !== null) {
    add(namedData(objectAt(body, "EventData") ?? objectAt(wazuh, "eventdata")));
    for (const part of Object.values(objectAt(body, "UserData") ?? NOTHING)) {
      if (isJsonObject(part)) data.push(part);
    }
  }
  if (winlog !== null) {
    add(objectAt(winlog, "event_data"));
    add(objectAt(winlog, "user_data"));
  }
  return { top, system, winlog, data };
}

/** Unwraps an event from the envelope of Elasticsearch or Splunk. */
function unwrap(event: unknown): JsonObject {
  const source = objectAt(event, "_source");
  if (source !== null) return source;
  const result = own(event, "preview") === undefined ? null : objectAt(event, "result");
  return result ?? (isJsonObject(event) ? event : NOTHING);
}

/** Converts `Data` from a list of names and values to an object. Other forms already are fields. */
function namedData(data: JsonObject | null): JsonObject | null {
  const list = own(data, "Data");
  if (!Array.isArray(list) || nameOf(list[0]) === undefined) return data;
  // Without a prototype, a field may have any name.
  const named = Object.create(null) as Record<string, unknown>;
  for (const item of list as readonly unknown[]) {
    const name = nameOf(item);
    if (typeof name !== "string") continue;
    named[name] = own(item, "#text") ?? own(item, "Value") ?? own(item, "text") ?? null;
  }
  return named;
}

const nameOf = (item: unknown) =>
  own(item, "@Name") ?? own(item, "Name") ?? own(objectAt(item, "#attributes"), "Name");
