/** The key that the stand-in asks for. */
export const EVENTS_KEY = "a-key-of-misp";

interface Attribute {
  uuid: string;
  type: string;
  value: string;
  deleted?: boolean;
}
interface Event {
  uuid: string;
  timestamp: string;
  Attribute: Attribute[];
  Tag?: unknown[];
  Note?: unknown[];
}

/** Answers as MISP's REST interface does, as far as events are concerned. */
export class MispServer {
  readonly events = new Map<string, Event>();
  readonly asked: string[] = [];
  /** Stores the next event and loses the answer, as where the connection breaks. */
  losesAnswer = false;
  /** Refuses everything by this status. */
  status: number | null = null;
  /** Answers everything by a page instead, as a proxy with a login does. */
  isBehindLogin = false;

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { pathname } = new URL(new Request(input).url);
    this.asked.push(`${init.method ?? "GET"} ${pathname}`);
    if (this.isBehindLogin) return new Response("<title>Log in</title>");
    const headers = new Headers(init.headers);
    if (headers.get("Authorization") !== EVENTS_KEY)
      return this.#refuse(403, "Authentication failed.");
    if (this.status !== null) return this.#refuse(this.status, "Not now.");
    const [, action = "", id = ""] = /\/events\/(\w+)\/?(.*)$/.exec(pathname) ?? [];
    const sent =
      typeof init.body === "string" ? (JSON.parse(init.body) as { Event: Event }).Event : null;
    const known = this.events.get(sent?.uuid ?? id);
    if (action === "view") {
      return known === undefined
        ? this.#refuse(404, "Invalid event")
        : Response.json({ Event: known });
    }
    if (action === "add" && known !== undefined) {
      return this.#refuse(403, "Event already exists, use the url in the location header.");
    }
    if (sent !== null) this.events.set(sent.uuid, merge(known, sent));
    if (this.losesAnswer) {
      this.losesAnswer = false;
      throw new TypeError("Network connection lost.");
    }
    return Response.json({ Event: sent });
  };

  #refuse(status: number, message: string): Response {
    return Response.json({ name: message, message, url: "/events" }, { status });
  }
}

/** An edit keeps what it does not name, and only marks what it deletes. */
function merge(known: Event | undefined, sent: Event): Event {
  const attributes = new Map(known?.Attribute.map((one) => [one.uuid, one]));
  for (const one of sent.Attribute) attributes.set(one.uuid, one);
  return { ...sent, Attribute: [...attributes.values()] };
}
