import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import type { TimeLimits } from "../../../../platform/outbound/time-limits.ts";
import type { JsonCut } from "../../../../formats/json/json-cutter.ts";
import type { CollectionDeps } from "../../deps.ts";
import type { Filters } from "../../vocabulary.ts";
import { fetchJson } from "../fetch-json.ts";

/** Parameters of an event search. */
export interface EventSearch {
  limit: number;
  page: number;
  /** Minimum edit time of events, in seconds since 1970, or null for all. */
  since: number | null;
  filters: Filters;
  /** Whether to request only the names of events. */
  isBrief?: boolean;
}

/** An event of a response, identified by version. */
export interface FoundEvent {
  info: string | null;
  timestamp: number | null;
}

export interface EventPage {
  bytes: Uint8Array<ArrayBuffer>;
  events: FoundEvent[];
  /** When the server responded (ISO 8601). */
  at: string;
}

/** Searches the events of a MISP server. @throws OutboundError, TooLarge */
export async function askMisp(
  deps: CollectionDeps,
  base: string,
  { limit, page, since, filters, isBrief = false }: EventSearch,
  limits?: TimeLimits,
): Promise<EventPage> {
  const events = new Map<number, FoundEvent>();
  let isAnswer = false;
  const visit = ({ path, value }: JsonCut) => {
    const place = Number(path[1]);
    const event = events.get(place) ?? { info: null, timestamp: null };
    events.set(place, event);
    if (path[3] === "info" && typeof value === "string") event.info = value;
    if (path[3] === "timestamp" && /^\d{1,12}$/.test(String(value))) {
      event.timestamp = Number(value);
    }
  };
  const { tags = [], organizations = [] } = filters;
  const { bytes, at } = await fetchJson(deps, {
    url: new URL("events/restSearch", base).href,
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    ...(limits !== undefined && { limits }),
    body: JSON.stringify({
      returnFormat: "json",
      limit,
      page,
      ...(since !== null && { timestamp: since }),
      ...(tags.length > 0 && { tags }),
      ...(organizations.length > 0 && { org: organizations }),
      ...(isBrief && { metadata: true }),
    }),
    select: ([key, , part, field]) => {
      isAnswer ||= key === "response";
      return key === "response" && part === "Event" && (field === "info" || field === "timestamp");
    },
    visit,
  });
  if (!isAnswer) {
    const message = `${base} answers with JSON that is no list of events. Check the address.`;
    throw new OutboundError(message, { transient: false, status: 200 });
  }
  return { bytes, events: [...events.values()], at };
}
