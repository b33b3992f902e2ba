import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const contact = (properties: unknown[]) => [
  "vcard",
  [["version", {}, "text", "4.0"], ...properties],
];
const entity = (roles: string[], handle: string, properties: unknown[], more: object = {}) => ({
  objectClassName: "entity",
  handle,
  roles,
  vcardArray: contact(properties),
  ...more,
});

/** A domain as a gTLD registry answers it: the registrar's abuse contact lies within the registrar. */
export function domainObject(name: string, more: object = {}): object {
  const abuse = entity(["abuse"], "", [
    ["fn", {}, "text", ""],
    ["tel", { type: "voice" }, "uri", "tel:+1.5550100"],
    ["email", {}, "text", "abuse@registrar-one.net"],
  ]);
  return {
    rdapConformance: ["rdap_level_0", "icann_rdap_response_profile_1"],
    objectClassName: "domain",
    handle: "D4711-NET",
    ldhName: name.toUpperCase(),
    links: [{ value: "x", rel: "self", href: "x", type: "application/rdap+json" }],
    status: ["client transfer prohibited", "active"],
    entities: [
      entity(["registrar"], "9999", [["fn", {}, "text", "Registrar One, Inc."]], {
        publicIds: [{ type: "IANA Registrar ID", identifier: "9999" }],
        entities: [abuse],
      }),
      entity(["registrant"], "C-17", [
        ["fn", {}, "text", "Jo Holder"],
        ["email", {}, "text", "jo@holder.net"],
        ["adr", { cc: "nl" }, "text", ["", "", "Main Street 1", "Town", "", "1000 AA", ""]],
      ]),
    ],
    events: [
      { eventAction: "registration", eventDate: "2025-12-24T10:00:00+02:00" },
      { eventAction: "expiration", eventDate: "2026-12-24T08:00:00Z" },
    ],
    nameservers: [
      { objectClassName: "nameserver", ldhName: "NS1.HOSTER.NET." },
      { objectClassName: "nameserver", ldhName: "ns2.hoster.net" },
    ],
    secureDNS: { delegationSigned: false },
    ...more,
  };
}

/** The same where the registrant is withheld, once by RFC 9537 and once in words. */
export function redactedDomain(name: string): object {
  return domainObject(name, {
    entities: [
      entity(["registrar"], "9999", [["fn", {}, "text", "Registrar One, Inc."]]),
      entity(["registrant"], "", [
        ["fn", {}, "text", ""],
        ["org", {}, "text", "REDACTED FOR PRIVACY"],
        ["email", {}, "text", "https://registrar-one.net/contact-form"],
      ]),
    ],
    redacted: [
      {
        name: { description: "Registrant Name" },
        postPath: "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='fn')][3]",
        pathLang: "jsonpath",
        method: "emptyValue",
        reason: { description: "Server policy" },
      },
      { name: { type: "Registry Registrant ID" }, method: "removal" },
    ],
  });
}

/** A network as a regional registry answers it: people lie three deep. */
export function networkObject(start: string, end: string): object {
  const person = entity(["technical"], "TP1-RIR", [
    ["fn", {}, "text", "Terry Person"],
    ["email", { pref: "2" }, "text", "second@holding.net"],
    ["email", { pref: "1" }, "text", "terry@holding.net"],
  ]);
  const abuse = entity(["abuse"], "AB1-RIR", [
    ["fn", {}, "text", "Abuse Desk"],
    ["email", {}, "text", "abuse@holding.net"],
  ]);
  return {
    rdapConformance: ["rdap_level_0", "cidr0"],
    objectClassName: "ip network",
    handle: `${start} - ${end}`,
    name: "HOLDING-NET",
    startAddress: start,
    endAddress: end,
    ipVersion: "v4",
    type: "ASSIGNED PA",
    country: "de",
    parentHandle: "185.0.0.0 - 185.255.255.255",
    status: ["active"],
    entities: [
      entity(["registrant"], "ORG-H1", [["fn", {}, "text", "Holding GmbH"]], {
        entities: [{ ...abuse, entities: [person] }],
      }),
      // As ARIN and RIPE do, the abuse desk stands in a second place.
      entity(["administrative"], "AB1-RIR", [
        ["fn", {}, "text", "Abuse Desk"],
        ["email", {}, "text", "abuse@holding.net"],
      ]),
    ],
    events: [{ eventAction: "last changed", eventDate: "2024-05-06T07:08:09Z" }],
  };
}

/** A stand-in on loopback for IANA's bootstrap and three registries, each a server of its own. */
export class RdapStandIn {
  /** `server /path`, in the order in which they came. */
  readonly log: string[] = [];
  /** Accept headers that came. */
  readonly accepted = new Set<string>();
  /** Most requests that were open at once, by server. */
  readonly busiest: Record<string, number> = {};
  /** How long a registry takes for an answer. */
  delayMs = 0;
  readonly #servers: Record<string, Server> = {};
  readonly #open: Record<string, number> = {};
  readonly #answers = new Map<string, Handler>();
  #connections = 0;

  constructor() {
    for (const name of ["iana", "names", "more-names", "addresses"]) {
      const server = createServer((request, response) => this.#receive(name, request, response));
      if (name !== "iana") server.on("connection", () => (this.#connections += 1));
      this.#servers[name] = server;
    }
  }

  async listen(): Promise<void> {
    await Promise.all(
      Object.values(this.#servers).map(
        async (server) =>
          await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)),
      ),
    );
  }

  close(): void {
    for (const server of Object.values(this.#servers)) {
      server.closeAllConnections();
      server.close();
    }
  }

  hostOf(name: string): string {
    const server = this.#servers[name];
    if (server === undefined) throw new Error(`There is no server ${name}`);
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  get bootstrapUrl(): string {
    return `http://${this.hostOf("iana")}/rdap`;
  }

  /** Connections that the registries had, whether a request came or not. */
  connections(): number {
    return this.#connections;
  }

  /** What was asked for since the last call. */
  takeLog(): string[] {
    return this.log.splice(0);
  }

  /** Sets a registry's answer to a path such as `/domain/x.net`. */
  answer(path: string, handler: Handler): void {
    this.#answers.set(path, handler);
  }

  /** Sets an object as the answer to a path. */
  answerJson(path: string, body: object): void {
    this.answer(path, (_request, response) => {
      response.writeHead(200, { "Content-Type": "application/rdap+json" });
      response.end(JSON.stringify(body));
    });
  }

  #receive(name: string, request: IncomingMessage, response: ServerResponse): void {
    this.log.push(`${name} ${request.url}`);
    if (name === "iana") {
      this.#answerBootstrap(request, response);
      return;
    }
    this.accepted.add(request.headers.accept ?? "");
    this.#open[name] = (this.#open[name] ?? 0) + 1;
    this.busiest[name] = Math.max(this.busiest[name] ?? 0, this.#open[name]);
    response.once("close", () => (this.#open[name] = (this.#open[name] ?? 1) - 1));
    const handler = this.#answers.get((request.url ?? "").replace(/^\/rdap/, "")) ?? notFound;
    setTimeout(() => handler(request, response), this.delayMs);
  }

  #answerBootstrap(request: IncomingMessage, response: ServerResponse): void {
    const base = (name: string) => [`http://${this.hostOf(name)}/rdap/`];
    const services = request.url?.endsWith("/dns.json")
      ? [
          [["net", "com"], base("names")],
          [["org"], base("more-names")],
        ]
      : [
          [["185.0.0.0/8", "91.0.0.0/8"], base("addresses")],
          [["185.220.0.0/16"], base("more-names")],
          // No registry has these; whoever asks about them is told of.
          [["10.0.0.0/8", "100.0.0.0/8", "127.0.0.0/8", "169.0.0.0/8"], base("addresses")],
          [["203.0.0.0/8", "224.0.0.0/3"], base("addresses")],
        ];
    const etag = '"1"';
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, { ETag: etag }).end();
      return;
    }
    response.writeHead(200, { "Content-Type": "application/json", ETag: etag });
    response.end(
      JSON.stringify({
        version: "1.0",
        publication: "2026-11-01T00:00:00Z",
        description: "",
        services,
      }),
    );
  }
}

function notFound(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { "Content-Type": "application/rdap+json" });
  response.end(
    JSON.stringify({ errorCode: 404, title: "Not found", description: ["No such object"] }),
  );
}
