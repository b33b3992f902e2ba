import type { Answer } from "./answer.ts";

/** An event as MISP has it: `timestamp` in seconds. */
export interface MispEvent {
  uuid: string;
  info: string;
  timestamp: number;
  tags?: string[];
  organization?: string;
  values?: [type: string, value: string][];
}

export const UUID = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
export const MISP_KEY = "unit-key-0123456789012345678901234567890";

/** An event in the form in which MISP 2.5 prints it: numbers as text, empty lists, both organizations. */
export function printEvent(event: MispEvent, place: number): object {
  const { uuid, info, timestamp, tags = [], organization = "Unit CERT", values = [] } = event;
  const org = { id: "1", name: organization, uuid: UUID(900_000), local: true };
  return {
    Event: {
      id: String(place + 1),
      orgc_id: "1",
      org_id: "1",
      date: new Date(timestamp * 1000).toISOString().slice(0, 10),
      threat_level_id: "2",
      info,
      published: true,
      uuid,
      attribute_count: String(values.length),
      analysis: "2",
      timestamp: String(timestamp),
      distribution: "3",
      proposal_email_lock: false,
      locked: false,
      publish_timestamp: String(timestamp),
      sharing_group_id: "0",
      disable_correlation: false,
      extends_uuid: "",
      protected: null,
      event_creator_email: "unit@example.org",
      Org: org,
      Orgc: org,
      Attribute: values.map(([type, value], at) => ({
        id: String(place * 100 + at),
        type,
        category: "Network activity",
        to_ids: true,
        uuid: UUID(timestamp * 10 + at),
        event_id: String(place + 1),
        distribution: "5",
        timestamp: String(timestamp),
        comment: "",
        sharing_group_id: "0",
        deleted: false,
        disable_correlation: false,
        object_id: "0",
        object_relation: null,
        first_seen: null,
        last_seen: null,
        value,
        Galaxy: [],
        ShadowAttribute: [],
      })),
      ShadowAttribute: [],
      RelatedEvent: [],
      Galaxy: [],
      Object: [],
      EventReport: [],
      CryptographicKey: [],
      Tag: tags.map((name, at) => ({
        id: String(at + 1),
        name,
        colour: "#ffffff",
        exportable: true,
        user_id: "0",
        hide_tag: false,
        numerical_value: null,
        is_galaxy: false,
        is_custom_galaxy: false,
        local_only: false,
        local: 0,
        relationship_type: null,
      })),
    },
  };
}

interface Asked {
  limit: number;
  page: number;
  timestamp?: number;
  tags?: string[];
  org?: string[];
  metadata?: boolean;
}

/** What MISP answers to those who send no key, or a wrong one. */
function refuse(path: string): Response {
  const message =
    "Authentication failed. Please make sure you pass the API key of an API enabled user along in the Authorization header.";
  const body = { saved: false, name: message, message, url: path };
  return Response.json(body, { status: 403 });
}

/** A MISP server: its version, and a search of its events that is ordered by id, as MISP's is. */
export function mispServer(
  events: MispEvent[],
  fault: (asked: Asked) => Response | null = () => null,
): Answer {
  return async (address, request) => {
    const { pathname } = new URL(address);
    if (request.headers.get("Authorization") !== MISP_KEY) {
      // A browser is sent to the login page.
      const isApi = request.headers.get("Accept") === "application/json";
      return isApi
        ? refuse(pathname)
        : new Response("<html><body>Login</body></html>", {
            headers: { "Content-Type": "text/html" },
          });
    }
    if (pathname.endsWith("/servers/getVersion")) {
      return Response.json({
        version: "2.5.12",
        perm_sync: false,
        request_encoding: ["gzip", "br"],
      });
    }
    if (!pathname.endsWith("/events/restSearch") || request.method !== "POST") {
      return Response.json(
        { name: "Not Found", message: "Not Found", url: pathname },
        { status: 404 },
      );
    }
    const asked = (await request.json()) as Asked;
    const faulty = fault(asked);
    if (faulty !== null) return faulty;
    const found = events.filter(
      ({ timestamp, tags = [], organization = "Unit CERT" }) =>
        timestamp >= (asked.timestamp ?? 0) &&
        (asked.org?.includes(organization) ?? true) &&
        (asked.tags ?? []).every((tag) =>
          tag.startsWith("!") ? !tags.includes(tag.slice(1)) : tags.includes(tag),
        ),
    );
    const page = found.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
    const body = { response: page.map((event) => printEvent(event, events.indexOf(event))) };
    return Response.json(body, { headers: { "X-Result-Count": String(page.length) } });
  };
}

/** A folder with a manifest and a file for each event. */
export function mispFeed(
  events: MispEvent[],
  fault: (url: string) => Response | null = () => null,
): Answer {
  return (url) => {
    const faulty = fault(url);
    if (faulty !== null) return faulty;
    const name = new URL(url).pathname.split("/").at(-1) ?? "";
    if (name === "manifest.json") {
      const entries = events.map(
        ({ uuid, info, timestamp, tags = [], organization = "Unit CERT" }) => [
          uuid,
          {
            Orgc: { name: organization, uuid: UUID(1) },
            Tag: tags.map((tag) => ({ name: tag, colour: "#ffffff" })),
            info,
            date: "2026-11-20",
            analysis: 2,
            threat_level_id: 2,
            timestamp: String(timestamp),
          },
        ],
      );
      return Response.json(entries.length === 0 ? [] : Object.fromEntries(entries));
    }
    const wanted = name.replace(".json", "");
    const place = events.findIndex(({ uuid }) => uuid === wanted);
    const event = events[place];
    return event === undefined
      ? new Response("Not here", { status: 404 })
      : Response.json(printEvent(event, place));
  };
}
