import type { Layout } from "./layout.ts";
import { follow, type JsonObject, objectAt, own } from "./json-object.ts";

/** Names of a Windows event's header fields in its different formats, by Sigma's name. */
const HEAD: Readonly<Record<string, { winlog: string; flat: readonly string[] }>> = {
  EventID: {
    winlog: "event_id",
    flat: ["EventID", "EventId", "event_id", "EventCode", "event.code", "winlog.event_id"],
  },
  Channel: { winlog: "channel", flat: ["Channel", "winlog.channel", "LogName"] },
  Provider_Name: {
    winlog: "provider_name",
    flat: ["Provider_Name", "ProviderName", "SourceName", "provider_name", "winlog.provider_name"],
  },
  Computer: {
    winlog: "computer_name",
    flat: ["Computer", "ComputerName", "Hostname", "winlog.computer_name", "host.name"],
  },
};
/** Synonyms of header fields. */
const SAME: Readonly<Record<string, string>> = {
  EventLog: "Channel",
  ComputerName: "Computer",
  Source: "Provider_Name",
};

/** Returns whether a field name primarily refers to the header of a Windows event. */
export const isHeadField = (name: string) => Object.hasOwn(HEAD, name);

/** Returns the header field for a synonym such as `EventLog`. */
export const headNameOf = (name: string) => (Object.hasOwn(SAME, name) ? SAME[name] : undefined);

/** Returns a header field of a Windows event, or undefined if it is absent. */
export function headField(layout: Layout, name: string): unknown {
  const known = HEAD[name];
  if (known === undefined) return undefined;
  const { system, winlog, top } = layout;
  if (system !== null) {
    const value =
      name === "Provider_Name"
        ? providerOf(system)
        : (own(system, name) ?? lowerFirst(system, name));
    if (value !== undefined) return own(value, "Value") ?? value;
  }
  const logged = winlog === null ? undefined : own(winlog, known.winlog);
  if (logged !== undefined) return logged;
  for (const flat of known.flat) {
    const value = follow(top, flat);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Returns an attribute of an element of `System`, named by both: `Execution_ProcessID` (Sigma specification 2.1.0,
 * "Field Usage"), or the element itself.
 */
export function systemField({ system }: Layout, name: string): unknown {
  if (system === null) return undefined;
  const line = name.indexOf("_");
  if (line !== -1) {
    const value = attributeOf(system, name.slice(0, line), name.slice(line + 1));
    if (value !== undefined) return value;
  }
  return own(system, name);
}

const providerOf = (system: JsonObject) =>
  attributeOf(system, "Provider", "Name") ?? own(system, "providerName");

/** Returns an attribute of an element. Each program that converts events to JSON writes attributes differently. */
function attributeOf(system: JsonObject, element: string, attribute: string): unknown {
  const node = own(system, element);
  return (
    own(objectAt(node, "#attributes"), attribute) ??
    own(objectAt(system, `${element}_attributes`), attribute) ??
    own(node, `@${attribute}`) ??
    own(node, attribute)
  );
}

const lowerFirst = (system: JsonObject, name: string) =>
  own(system, name === "EventID" ? "eventID" : `${name.charAt(0).toLowerCase()}${name.slice(1)}`);
