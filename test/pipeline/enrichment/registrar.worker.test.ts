import { beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../../src/services.ts";
import { enrichObservable } from "../../../src/pipeline/enrichment/enrich-observable.ts";
import { withAudit } from "../../../src/pipeline/enrichment/with-audit.ts";
import type { Observable } from "../../../src/pipeline/observables/store.ts";
import { requestJson, testServices } from "../../support/service.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

const REGISTRAR = "https://rdap.registrar.example/domain/";
const RDAP = "application/rdap+json";

const entity = (roles: string[], name: string, email?: string) => ({
  objectClassName: "entity",
  roles,
  vcardArray: [
    "vcard",
    [
      ["version", {}, "text", "4.0"],
      ["fn", {}, "text", name],
      ...(email === undefined ? [] : [["email", {}, "text", email]]),
      ...(roles.includes("registrant") ? [["adr", { cc: "nl" }, "text", [""]]] : []),
    ],
  ],
});

/** What the registry of a thin top-level domain answers, with links. */
const thin = (name: string, links: object[]) => ({
  objectClassName: "domain",
  ldhName: name,
  handle: "1_DOMAIN_COM-VRSN",
  links,
  entities: [
    {
      ...entity(["registrar"], "Registrar One"),
      entities: [entity(["abuse"], "", "abuse@r.example")],
    },
  ],
  events: [
    {
      eventAction: "registration",
      eventDate: "2020-01-02T03:04:05Z",
    },
  ],
  nameservers: [
    {
      objectClassName: "nameserver",
      ldhName: "NS1.HOST.EXAMPLE",
    },
  ],
  status: ["active"],
});
/** What the registrar says of the same. */
const thick = (name: string) => ({
  objectClassName: "domain",
  ldhName: name,
  handle: "R-1",
  entities: [
    entity(["registrant"], "Jo Holder", "jo@holder.example"),
    entity(["technical"], "Registrar One"),
  ],
  events: [
    {
      eventAction: "registration",
      eventDate: "2020-01-02T03:04:09Z",
    },
    {
      eventAction: "last update of registrar",
      eventDate: "2024-01-01T00:00:00Z",
    },
  ],
  status: ["client transfer prohibited"],
  links: [
    {
      rel: "related",
      type: RDAP,
      href: "https://third.example/domain/x.com",
    },
  ],
});
const related = (name: string, more: object = {}) => [
  { rel: "self", type: RDAP, href: `https://registry.example/com/domain/${name}` },
  { rel: "related", type: "text/html", href: "https://registrar.example/whois" },
  { rel: "related", type: RDAP, href: `${REGISTRAR}${name}`, ...more },
];

let worlds = 0;

/** A network of a registry and a registrar, with what they were asked. */
function world(registrar: (url: string) => Response, links = related) {
  worlds += 1;
  const iana = `https://iana-of-registrars-${worlds}.example`;
  const asked: string[] = [];
  const json = (body: object) => Response.json(body, { headers: { "Content-Type": RDAP } });
  const network: typeof fetch = async (input, init) => {
    const { url } = new Request(input, init);
    if (url.startsWith(iana)) {
      return Response.json({ services: [[["com"], [`https://registry-${worlds}.example/com/`]]] });
    }
    asked.push(url);
    const name = url.split("/").at(-1) ?? "";
    return url.startsWith("https://registry-") ? json(thin(name, links(name))) : registrar(url);
  };
  const base = testServices();
  const clock = { seconds: 0 };
  const context: Services = {
    ...base,
    settings: { ...base.settings, RDAP_BOOTSTRAP_URL: iana },
    network: { public: network, operator: network },
    now: (offset = 0) => base.now(clock.seconds + offset),
    log: () => undefined,
  };
  const enrich = async (value: string) => {
    const given = { method: "POST", body: JSON.stringify({ kind: "domain", value }) };
    const { body } = await requestJson<Observable>("/api/pipeline/observables", given);
    const { row } = await enrichObservable(context, "ann", body.id);
    const [shown] = await withAudit(context, [row]);
    if (shown === undefined) throw new Error("no record");
    return shown;
  };
  return { enrich, asked, json, clock };
}

describe("a registry's link to the registrar", () => {
  it("is followed once, and both answers are one", async () => {
    const { enrich, asked, json } = world((url) => json(thick(url.split("/").at(-1) ?? "")));
    const record = await enrich("evil-thin.com");
    expect(asked).toEqual([
      expect.stringMatching(/^https:\/\/registry-\d+\.example\/com\/domain\/evil-thin\.com$/),
      `${REGISTRAR}evil-thin.com`,
    ]);
    expect(record).toMatchObject({ status: "complete", confidence: 90, detail: null });
    expect(record.source_url).toBe(asked[0]);
    expect(record.summary).toEqual({
      handle: "1_DOMAIN_COM-VRSN",
      name: "evil-thin.com",
      country: "NL",
      registrar: "Registrar One",
      range: null,
      redacted: [],
      related_url: `${REGISTRAR}evil-thin.com`,
      status: ["active", "client transfer prohibited"],
      events: [
        {
          action: "registration",
          date: "2020-01-02T03:04:05.000Z",
        },
        {
          action: "last update of registrar",
          date: "2024-01-01T00:00:00.000Z",
        },
      ],
      nameservers: ["ns1.host.example"],
      entities: [
        {
          name: "Registrar One",
          roles: ["registrar", "technical"],
          handle: null,
          email: null,
        },
        {
          name: null,
          roles: ["abuse"],
          handle: null,
          email: "abuse@r.example",
        },
        {
          name: "Jo Holder",
          roles: ["registrant"],
          handle: null,
          email: "jo@holder.example",
        },
      ],
    });
  });

  it.each<[string, () => Response, RegExp]>([
    ["has no entry", () => new Response(null, { status: 404 }), /has no entry for lost-\d\.com/],
    ["fails", () => new Response(null, { status: 500 }), /answers with HTTP 500/],
    [
      "limits our rate",
      () => new Response(null, { status: 429, headers: { "Retry-After": "600" } }),
      /is rate-limiting queries/,
    ],
    [
      "answers about something else",
      () => Response.json(thick("other.com"), { headers: { "Content-Type": RDAP } }),
      /answers about something else/,
    ],
  ])(
    "costs nothing of the registry's answer where the registrar %s",
    async (_what, answer, why) => {
      const { enrich, clock } = world(answer);
      const value = `lost-${worlds % 10}.com`;
      // What another of these was told to leave alone is over by then.
      clock.seconds = worlds * 24 * 60 * 60;
      const record = await enrich(value);
      expect(record).toMatchObject({ status: "complete", confidence: 90 });
      expect(record.summary).toMatchObject({ registrar: "Registrar One", related_url: null });
      expect(record.detail).toMatch(/^This is the registry's answer alone\. /);
      expect(record.detail).toMatch(why);
      const kept = Date.parse(record.expires_at) - Date.parse(record.created_at);
      expect(Math.round(kept / 60_000)).toBe(60);
    },
  );

  it.each([
    ["into a private network", { href: "http://127.0.0.1:8080/domain/x" }],
    ["into a private network by name", { href: "https://rdap.internal/domain/x" }],
  ])("%s is not followed", async (_what, link) => {
    const { enrich, asked, json } = world(
      () => json({}),
      (name) => related(name, link),
    );
    const record = await enrich(`inner-${worlds}.com`);
    expect(asked).toHaveLength(1);
    expect(record).toMatchObject({ status: "complete" });
    expect(record.detail).toMatch(/lies in a private or reserved network/);
  });

  it.each([
    ["of another type", { type: "application/json" }],
    ["of another relation", { rel: "alternate" }],
    ["that is no URL", { href: "registrar" }],
    ["of another scheme", { href: "ftp://registrar.example/x" }],
  ])("%s is none", async (_what, link) => {
    const { enrich, asked, json } = world(
      () => json({}),
      (name) => related(name, link),
    );
    expect(await enrich(`none-${worlds}.com`)).toMatchObject({ status: "complete", detail: null });
    expect(asked).toHaveLength(1);
  });
});

describe("a top-level domain that IANA names no server for", () => {
  it("has failed with that reason: nobody said that there is no such domain", async () => {
    const { enrich, asked, json } = world(() => json({}));
    const record = await enrich("somewhere.de");
    expect(record).toMatchObject({ status: "failed", confidence: 0, source_url: null });
    expect(record.detail).toBe(
      "IANA names no RDAP service for .de, so somewhere.de cannot be looked up.",
    );
    expect(asked).toEqual([]);
  });
});
