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

export const MISP_SERVER_KEY = "a-key-of-misp";

/** What a client asked; `body` is null where it sent none. */
interface AskedOfMisp {
  method: string;
  path: string;
  accept: string | null;
  body: { Event: Event } | null;
}

/** Answers like the REST interface of MISP for events alone. */
export class MispServer {
  readonly events = new Map<string, Event>();
  readonly asked: AskedOfMisp[] = [];
  /** Stores the next event and loses the answer, as when the connection breaks. */
  losesAnswer = false;
  /** Refuses everything by this status. */
  status: number | null = null;
  /** Answers everything by a page instead, as a proxy with a login does. */
  isBehindLogin = false;

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname: path } = new URL(request.url);
    const sent = await request.text();
    const body = sent === "" ? null : (JSON.parse(sent) as { Event: Event });
    const { method, headers } = request;
    this.asked.push({ method, path, accept: headers.get("Accept"), body });
    if (this.isBehindLogin) return new Response("<title>Log in</title>");
    if (headers.get("Authorization") !== MISP_SERVER_KEY)
      return refuse(403, "Authentication failed.");
    if (this.status !== null) return refuse(this.status, "Not now.");
    return this.#answer(path, body?.Event ?? null);
  };

  #answer(path: string, sent: Event | null): Response {
    const [, action = "", id = ""] = /\/events\/(\w+)\/?(.*)$/.exec(path) ?? [];
    const known = this.events.get(sent?.uuid ?? id);
    if (action === "view")
      return known === undefined ? refuse(404, "Invalid event") : Response.json({ Event: known });
    if (action === "add" && known !== undefined)
      return refuse(403, "Event already exists, use the url in the location header.");
    if (sent !== null) this.events.set(sent.uuid, merge(known, sent));
    if (this.losesAnswer) {
      this.losesAnswer = false;
      throw new TypeError("Network connection lost.");
    }
    return Response.json({ Event: sent });
  }
}

function refuse(status: number, message: string): Response {
  return Response.json({ name: message, message, url: "/events" }, { status });
}

/** An edit retains what it does not name, and only marks what it deletes. */
function merge(known: Event | undefined, sent: Event): Event {
  const attributes = new Map(known?.Attribute.map((one) => [one.uuid, one]));
  for (const one of sent.Attribute) attributes.set(one.uuid, one);
  return { ...sent, Attribute: [...attributes.values()] };
}
