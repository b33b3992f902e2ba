import type { EventView } from "../events/event-view.ts";
import { type RecognizedSource, recognizeSource } from "../../catalogue/recognize-source.ts";
import {
  CATEGORY_EVENTS,
  CATEGORY_IDS,
  type CategoryEvents,
  KNOWN_CHANNELS,
  LINUX_CHANNELS,
  PROVIDER_CHANNELS,
  SERVICE_CHANNELS,
} from "../../catalogue/windows-events.ts";
import { follow } from "../events/json-object.ts";

/** The log source of a rule, in lower case; null for each key that it omits. */
export interface LogSource {
  category: string | null;
  product: string | null;
  service: string | null;
}

/** Whether an event comes from a rule's source; `unknown` if nothing in the event shows it. */
export type SourceVerdict = "matched" | "other" | "unknown";

interface EventSource {
  /** In lower case; null if the event comes from no known event log. */
  channel: string | null;
  /** The operating system of the event log. */
  product: "windows" | "linux";
  eventId: string;
  /** Returns a field of the event, or an empty string if it is absent. */
  field: (name: string) => string;
  known: RecognizedSource | null;
  /** The operating system that a log shipper recorded. */
  system: string | null;
}

/** Judges whether an event comes from a rule's log source. */
export function judgeSource(wanted: LogSource, view: EventView): SourceVerdict {
  const source = view.keep(sourceOf);
  if (source.channel !== null) return judgeWindows(wanted, source, source.channel);
  if (source.known !== null) return judgeKnown(wanted, source.known);
  return judgeLittle(wanted, source);
}

/** Returns the source of an event, computed once. */
function sourceOf(view: EventView): EventSource {
  const head = (name: string) => view.find(name)?.[0]?.text ?? "";
  const channel = channelOf(view, head);
  const { top } = view.layout;
  const system =
    channel === null ? (follow(top, "host.os.type") ?? follow(top, "host.os.family")) : null;
  return {
    channel,
    product: LINUX_CHANNELS.has(channel ?? "") ? "linux" : "windows",
    eventId: head("EventID"),
    field: head,
    known: channel === null ? recognizeSource((path) => follow(top, path)) : null,
    system: typeof system === "string" ? system.toLowerCase() : null,
  };
}

/**
 * Returns the channel of the Windows event log, by the event or its provider. Other programs have fields of that name
 * too, but with unknown values and no event id.
 */
function channelOf({ layout }: EventView, head: (name: string) => string): string | null {
  const isWindows = layout.system !== null || layout.winlog !== null || head("EventID") !== "";
  const channel = head("Channel").toLowerCase();
  if (channel !== "") return isWindows || KNOWN_CHANNELS.has(channel) ? channel : null;
  const provider = PROVIDER_CHANNELS.get(head("Provider_Name").toLowerCase());
  if (provider !== undefined && isWindows) return provider;
  const shipped = /^(?:Xml)?WinEventLog:(.+)$/i.exec(head("source"));
  return shipped?.[1]?.toLowerCase() ?? null;
}

function judgeWindows(wanted: LogSource, source: EventSource, channel: string): SourceVerdict {
  const verdicts: SourceVerdict[] = [];
  if (wanted.product !== null) {
    verdicts.push(wanted.product === source.product ? "matched" : "other");
  }
  if (wanted.category !== null) {
    const events = CATEGORY_EVENTS.get(wanted.category);
    const isMeant = events?.get(channel)?.some((one) => isOf(one, source)) ?? false;
    // A category that the event log lacks belongs to another source. A custom category may be anything.
    const otherwise = NOT_OF_WINDOWS.has(wanted.category) ? "other" : "unknown";
    verdicts.push(events === undefined ? otherwise : isMeant ? "matched" : "other");
  }
  if (wanted.service !== null) {
    const channels = SERVICE_CHANNELS.get(wanted.service);
    const otherwise = wanted.product === "windows" ? "unknown" : "other";
    verdicts.push(
      channels === undefined ? otherwise : channels.includes(channel) ? "matched" : "other",
    );
  }
  return together(verdicts);
}

const NOT_OF_WINDOWS: ReadonlySet<string> = new Set([
  "webserver",
  "proxy",
  "firewall",
  "dns",
  "database",
  "appliance",
]);

function isOf({ ids, when }: CategoryEvents, source: EventSource): boolean {
  if (ids.length > 0 && !ids.includes(source.eventId)) return false;
  if (when.length === 0) return true;
  return when.every(([field, start]) => {
    const value = source.field(field).toLowerCase();
    return value === "" || value.startsWith(start);
  });
}

function judgeKnown(wanted: LogSource, known: RecognizedSource): SourceVerdict {
  const verdicts: SourceVerdict[] = [];
  const isOfCategory = wanted.category !== null && known.categories.includes(wanted.category);
  if (wanted.product !== null) {
    verdicts.push(wanted.product === known.product ? "matched" : "other");
  }
  if (wanted.service !== null) {
    if (known.service === null) verdicts.push("unknown");
    else verdicts.push(wanted.service === known.service ? "matched" : "other");
  } else if (wanted.category !== null) verdicts.push(isOfCategory ? "matched" : "other");
  return together(verdicts);
}

/** Judges by the event id and the operating system alone. */
function judgeLittle({ product, category }: LogSource, source: EventSource): SourceVerdict {
  if (source.system !== null && product !== null && SYSTEMS.has(product)) {
    if (source.system !== product) return "other";
  }
  const ids = product === "windows" ? CATEGORY_IDS.get(category ?? "") : undefined;
  const isKnown = source.eventId !== "" && ids !== undefined && ids.size > 0;
  const isOther = isKnown && !ids.has(source.eventId);
  return isOther ? "other" : "unknown";
}

const SYSTEMS: ReadonlySet<string> = new Set(["windows", "linux", "macos"]);

function together(verdicts: readonly SourceVerdict[]): SourceVerdict {
  if (verdicts.includes("other")) return "other";
  return verdicts.includes("unknown") || verdicts.length === 0 ? "unknown" : "matched";
}
