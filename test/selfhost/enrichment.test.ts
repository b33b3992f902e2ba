import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BulkTask, Enrichment } from "../../src/pipeline/enrichment/schema.ts";
import {
  domainObject,
  networkObject,
  RdapStandIn,
  redactedDomain,
} from "../support/node/rdap-stand-in.ts";
import { waitFor } from "../support/node/machine.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";

const folder = preparedFolder();
const rdap = new RdapStandIn();
let service: RunningService;
const start = async (more: Record<string, string> = {}, path = folder.path) =>
  await startService(path, {
    ALLOW_PRIVATE_SOURCES: "true",
    RDAP_TIMEOUT_MS: "1000",
    RDAP_BOOTSTRAP_URL: rdap.bootstrapUrl,
    ...more,
  });

beforeAll(async () => {
  await rdap.listen();
  service = await start();
});
afterAll(async () => {
  await service.stop();
  rdap.close();
  folder.remove();
});
beforeEach(() => {
  rdap.delayMs = 0;
  rdap.takeLog();
});

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
async function call<T>(path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${service.url}/api/pipeline${path}`, init);
  return { status: response.status, body: (await response.json()) as T };
}

async function add(value: string): Promise<string> {
  const kind = /^[\d.]+$/.test(value) ? "ipv4" : "domain";
  const { body } = await call<{ id: string }>("/observables", { kind, value });
  return body.id;
}

const enrich = async (id: string) => (await call<Enrichment>(`/observables/${id}/enrich`, {})).body;
const enrichValue = async (value: string) => await enrich(await add(value));
/** What registries were asked; the bootstrap is another matter. */
const asked = () => rdap.takeLog().filter((line) => !line.startsWith("iana"));
const secondsLeft = ({ expires_at: until }: Enrichment) => (Date.parse(until) - Date.now()) / 1000;

async function bulk(ids: string[]): Promise<BulkTask> {
  const { body } = await call<{ task_id: string }>("/enrichments/bulk", { observable_ids: ids });
  return await waitFor(`task ${body.task_id}`, async () => {
    const { body: task } = await call<BulkTask>(`/enrichments/bulk/${body.task_id}`);
    return task.status === "complete" || task.status === "failed" ? task : null;
  });
}

describe("a domain", () => {
  it("is looked up once, and its record shows its audit row", async () => {
    rdap.answerJson("/domain/plain.net", domainObject("plain.net"));
    const id = await add("plain.net");
    const before = (await call(`/observables/${id}`)).body;
    const record = await enrich(id);
    expect(record).toMatchObject({
      observable_id: id,
      provider: "rdap",
      status: "complete",
      confidence: 90,
      asked_for: "plain.net",
      cached: false,
      detail: null,
      source_url: `http://${rdap.hostOf("names")}/rdap/domain/plain.net`,
      summary: {
        handle: "D4711-NET",
        name: "plain.net",
        country: "NL",
        registrar: "Registrar One, Inc.",
        range: null,
        redacted: [],
        status: ["client transfer prohibited", "active"],
        events: [
          { action: "registration", date: "2025-12-24T08:00:00.000Z" },
          { action: "expiration", date: "2026-12-24T08:00:00.000Z" },
        ],
        nameservers: ["ns1.hoster.net", "ns2.hoster.net"],
        entities: [
          { name: "Registrar One, Inc.", roles: ["registrar"], handle: "9999", email: null },
          { name: null, roles: ["abuse"], handle: null, email: "abuse@registrar-one.net" },
          { name: "Jo Holder", roles: ["registrant"], handle: "C-17", email: "jo@holder.net" },
        ],
      },
      audit: [{ actor: "local", action: "observable.enrich", details: { observable_id: id } }],
    });
    expect(secondsLeft(record)).toBeCloseTo(24 * 3600, -2);
    expect(asked()).toEqual(["names /rdap/domain/plain.net"]);
    expect([...rdap.accepted].every((accept) => accept.startsWith("application/rdap+json"))).toBe(
      true,
    );

    expect(await enrich(id)).toEqual({ ...record, cached: true });
    expect(asked()).toEqual([]);
    expect((await call(`/observables/${id}/enrichments`)).body).toEqual([record]);
    expect((await call(`/observables/${id}`)).body).toEqual(before);
  });

  it("is asked for by its registered part, whose answer serves every host below", async () => {
    rdap.answerJson("/domain/parent.com", domainObject("parent.com"));
    const first = await enrichValue("cdn.eu.parent.com");
    expect(first).toMatchObject({ asked_for: "parent.com", confidence: 80, cached: false });
    const second = await enrichValue("mail.parent.com");
    expect(second).toMatchObject({ confidence: 80, cached: true, expires_at: first.expires_at });
    expect(second.audit).toHaveLength(1);
    expect(second.id).not.toBe(first.id);
    const apex = await enrichValue("parent.com");
    expect(apex).toMatchObject({ confidence: 90, cached: true });
    expect(asked()).toEqual(["names /rdap/domain/parent.com"]);
  });

  it("of another alphabet is asked for in A-labels", async () => {
    rdap.answerJson("/domain/xn--e1afmkfd.net", domainObject("xn--e1afmkfd.net"));
    expect(await enrichValue("www.пример.net")).toMatchObject({ status: "complete" });
    expect(asked()).toEqual(["names /rdap/domain/xn--e1afmkfd.net"]);
  });

  it("tells what is withheld, and shows no placeholder in its place", async () => {
    rdap.answerJson("/domain/hidden.net", redactedDomain("hidden.net"));
    const { summary } = await enrichValue("hidden.net");
    expect(summary.redacted).toEqual([
      "Registrant Name",
      "Registry Registrant ID",
      "registrant name",
    ]);
    expect(summary.entities[1]).toEqual({
      name: null,
      roles: ["registrant"],
      handle: null,
      email: null,
    });
    expect(JSON.stringify(summary)).not.toMatch(/REDACTED|contact-form/);
  });

  it("of a top-level domain without a service has failed and says so, and nobody is asked", async () => {
    const record = await enrichValue("somewhere.de");
    expect(record).toMatchObject({ status: "failed", confidence: 0, source_url: null });
    expect(record.detail).toContain("IANA names no RDAP service for .de");
    expect(asked()).toEqual([]);
  });
});

describe("an address", () => {
  it("is asked for at the most specific registry; entities of three levels are shown once each", async () => {
    rdap.answerJson("/ip/185.100.87.12", networkObject("185.100.84.0", "185.100.87.255"));
    const { summary, confidence } = await enrichValue("185.100.87.12");
    expect(confidence).toBe(90);
    expect(summary).toMatchObject({
      name: "HOLDING-NET",
      country: "DE",
      registrar: null,
      nameservers: [],
      range: { start: "185.100.84.0", end: "185.100.87.255" },
    });
    expect(summary.entities).toEqual([
      { name: "Holding GmbH", roles: ["registrant"], handle: "ORG-H1", email: null },
      {
        name: "Abuse Desk",
        roles: ["abuse", "administrative"],
        handle: "AB1-RIR",
        email: "abuse@holding.net",
      },
      {
        name: "Terry Person",
        roles: ["technical"],
        handle: "TP1-RIR",
        email: "terry@holding.net",
      },
    ]);
    rdap.answerJson("/ip/185.220.101.4", networkObject("185.220.101.0", "185.220.101.255"));
    expect(await enrichValue("185.220.101.4")).toMatchObject({ status: "complete" });
    expect(asked()).toEqual([
      "addresses /rdap/ip/185.100.87.12",
      "more-names /rdap/ip/185.220.101.4",
    ]);
  });

  it("is worth less where the answer is about another network", async () => {
    rdap.answerJson("/ip/91.1.2.3", networkObject("91.9.0.0", "91.9.255.255"));
    expect(await enrichValue("91.1.2.3")).toMatchObject({ status: "complete", confidence: 50 });
  });

  it.each(["10.1.2.3", "127.0.0.1", "169.254.169.254", "203.0.113.9", "100.64.0.1", "224.0.0.5"])(
    "that is private or reserved never leaves: %s",
    async (value) => {
      expect(await enrichValue(value)).toMatchObject({ status: "not_found", confidence: 0 });
      expect(rdap.takeLog()).toEqual([]);
    },
  );

  it("in no registry's networks has failed, which says nothing of whether it is given out", async () => {
    expect(await enrichValue("45.1.2.3")).toMatchObject({ status: "failed", confidence: 0 });
    expect(asked()).toEqual([]);
  });
});

describe("a server", () => {
  it("may redirect to another", async () => {
    rdap.answer("/domain/moved.net", (_request, response) => {
      const to = `http://${rdap.hostOf("more-names")}/rdap/domain/moved.net-there`;
      response.writeHead(302, { Location: to }).end();
    });
    rdap.answerJson("/domain/moved.net-there", domainObject("moved.net"));
    const record = await enrichValue("moved.net");
    expect(record).toMatchObject({ status: "complete" });
    expect(record.source_url).toContain(rdap.hostOf("more-names"));
    expect(asked()).toEqual([
      "names /rdap/domain/moved.net",
      "more-names /rdap/domain/moved.net-there",
    ]);
  });

  it("that has no entry makes it not found", async () => {
    const record = await enrichValue("nobody-has-it.net");
    expect(record).toMatchObject({ status: "not_found", confidence: 70, cached: false });
    expect(secondsLeft(record)).toBeCloseTo(6 * 3600, -2);
    expect(await enrich(record.observable_id)).toEqual({ ...record, cached: true });
    expect(asked()).toHaveLength(1);
  });

  it.each<[string, Parameters<RdapStandIn["answer"]>[1], RegExp]>([
    ["loops", (_, r) => void r.writeHead(302, { Location: "#" }).end(), /redirects more than 5/],
    ["breaks", (_, r) => void r.writeHead(500).end("oops"), /HTTP 500/],
    ["is-silent", () => undefined, /was silent for 1 seconds/],
    ["drips", drip, /took more than 3 seconds/],
    ["cuts-json", (_, r) => json(r, '{"objectClassName":"domain",'), /does not answer with/],
    ["is-html", (_, r) => json(r, "<html>", "text/html"), /answers with text\/html/],
    ["is-list", (_, r) => json(r, "[1]"), /does not answer with/],
    ["is-other", (_, r) => json(r, '{"objectClassName":"autnum"}'), /class autnum instead/],
    ["is-error", (_, r) => json(r, '{"errorCode":500}'), /an error instead/],
    ["is-huge", (_, r) => json(r, `"${"x".repeat(3_000_000)}"`), /more than 2 MiB/],
    ["hangs-up", (request) => void request.socket.destroy(), /cannot be reached, or broke off/],
  ])("that %s fails the record in one sentence, for five minutes", async (name, handler, why) => {
    rdap.answer(`/domain/${name}.net`, handler);
    const record = await enrichValue(`${name}.net`);
    expect(record).toMatchObject({ status: "failed", confidence: 0 });
    expect(record.detail).toMatch(why);
    expect(record.detail).toMatch(/^[^\n]+\.$/);
    expect(secondsLeft(record)).toBeCloseTo(300, -1);
    expect(asked().length).toBeGreaterThan(0);
    expect(await enrich(record.observable_id)).toEqual({ ...record, cached: true });
    expect(asked()).toEqual([]);
  });

  it("with members of wrong types still says what is right", async () => {
    rdap.answerJson("/domain/odd.net", {
      objectClassName: "domain",
      handle: 17,
      ldhName: "odd.net",
      status: "active",
      events: { eventAction: "registration", eventDate: "2020-01-01" },
      nameservers: "ns1",
      entities: [null, "x", { roles: "registrar", vcardArray: ["vcard", [["fn"], 4]] }],
      redacted: [{ name: "all" }, 5],
    });
    expect((await enrichValue("odd.net")).summary).toEqual({
      handle: null,
      name: "odd.net",
      country: null,
      registrar: null,
      range: null,
      status: ["active"],
      nameservers: [],
      redacted: ["all"],
      related_url: null,
      events: [{ action: "registration", date: "2020-01-01T00:00:00.000Z" }],
      entities: [{ name: null, roles: ["registrar"], handle: null, email: null }],
    });
  });

  it("that knows of a better time to ask again after a failure is believed", async () => {
    rdap.answer(
      "/domain/later.net",
      (_, r) => void r.writeHead(503, { "Retry-After": "900" }).end(),
    );
    expect(secondsLeft(await enrichValue("later.net"))).toBeCloseTo(900, -1);
  });
});

describe("twenty at once", () => {
  it("make one request and one record", async () => {
    rdap.delayMs = 300;
    rdap.answerJson("/domain/crowd.net", domainObject("crowd.net"));
    const id = await add("crowd.net");
    const records = await Promise.all(Array.from({ length: 20 }, async () => await enrich(id)));
    expect(asked()).toEqual(["names /rdap/domain/crowd.net"]);
    expect(new Set(records.map((record) => record.id)).size).toBe(1);
    expect(records.filter(({ cached }) => !cached)).toHaveLength(1);
    const { body } = await call<Enrichment[]>(`/observables/${id}/enrichments`);
    expect(body).toHaveLength(1);
    expect(body[0]?.audit).toHaveLength(1);
  });

  it("of one registry are asked one after the other", async () => {
    rdap.delayMs = 30;
    delete rdap.busiest["names"];
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => add(`one-by-one-${i}.net`)));
    const records = await Promise.all(ids.map(enrich));
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(["not_found"]));
    expect(asked()).toHaveLength(20);
    expect(rdap.busiest["names"]).toBe(1);
  });
});

describe("a bulk enrichment", () => {
  it("goes through all of them with one request at a time to each server, and skips other kinds", async () => {
    rdap.delayMs = 20;
    for (const name of Object.keys(rdap.busiest)) delete rdap.busiest[name];
    const values = Array.from({ length: 60 }, (_, i) => `host${i}.bulk${i % 30}.net`);
    const more = Array.from({ length: 20 }, (_, i) => `bulk${i}.org`);
    for (let i = 0; i < 30; i += 1)
      rdap.answerJson(`/domain/bulk${i}.net`, domainObject(`bulk${i}.net`));
    const ids: string[] = [];
    for (const value of [...values, ...more, "10.9.8.7"]) ids.push(await add(value));
    const cve = await call<{ id: string }>("/observables", { kind: "cve", value: "CVE-2026-1234" });
    const unknown = "00000000-0000-4000-8000-000000000000";
    const task = await bulk([...ids, cve.body.id, unknown, ids[0] ?? ""]);
    expect(task).toMatchObject({
      status: "complete",
      done: 83,
      total: 83,
      unreachable_servers: [],
      error: null,
      outcomes: { complete: 60, not_found: 21, failed: 0, rate_limited: 0, skipped: 2 },
    });
    const requests = asked();
    expect(requests).toHaveLength(30 + 20);
    expect(new Set(requests).size).toBe(requests.length);
    expect(rdap.busiest).toEqual({ names: 1, "more-names": 1 });
  });

  it("gives a server up that fails three times in a row", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      rdap.answer(`/domain/dead${i}.org`, (request) => void request.socket.destroy());
      ids.push(await add(`dead${i}.org`));
    }
    rdap.answerJson("/domain/alive.net", domainObject("alive.net"));
    ids.push(await add("alive.net"));
    expect(await bulk(ids)).toMatchObject({
      status: "complete",
      unreachable_servers: [rdap.hostOf("more-names")],
      outcomes: { complete: 1, failed: 8 },
    });
    const distinct = new Set(asked().filter((line) => line.startsWith("more-names")));
    expect(distinct.size).toBe(3);
  });

  it("waits for a server that asks for a little time, and not for one that asks for more", async () => {
    let refusals = 1;
    rdap.answer("/domain/patient.com", (_, response) => {
      if (refusals-- > 0) response.writeHead(429, { "Retry-After": "1" }).end();
      else json(response, JSON.stringify(domainObject("patient.com")));
    });
    rdap.answer("/ip/91.5.5.5", (_, r) => void r.writeHead(429, { "Retry-After": "4000" }).end());
    const ids = [await add("patient.com"), await add("91.5.5.5"), await add("91.5.5.6")];
    expect(await bulk(ids)).toMatchObject({ outcomes: { complete: 1, rate_limited: 2 } });
    const requests = asked();
    expect(requests.filter((line) => line.startsWith("names"))).toHaveLength(2);
    expect(requests.filter((line) => line.startsWith("addresses"))).toHaveLength(1);
  });
});

describe("a server that asks to be left alone", () => {
  it("is asked again when the time is over", async () => {
    rdap.answer("/domain/soon.org", (_, r) => void r.writeHead(429, { "Retry-After": "1" }).end());
    const first = await enrichValue("soon.org");
    expect(first).toMatchObject({ status: "rate_limited", confidence: 0 });
    expect(first.detail).toContain(rdap.hostOf("more-names"));
    expect(secondsLeft(first)).toBeLessThan(1.1);
    await sleep(Math.max(0, Date.parse(first.expires_at) - Date.now()) + 50);
    const other = await enrich(await add("later.org"));
    expect(other).toMatchObject({ status: "not_found", cached: false });
    expect(asked()).toEqual([
      "more-names /rdap/domain/soon.org",
      "more-names /rdap/domain/later.org",
    ]);
  });

  it("is until then, for all its entries, by redirects, and after a new start of the service", async () => {
    rdap.answer(
      "/domain/first.org",
      (_, r) => void r.writeHead(429, { "Retry-After": "600" }).end(),
    );
    const first = await enrichValue("first.org");
    expect(asked()).toEqual(["more-names /rdap/domain/first.org"]);
    rdap.answer("/domain/aside.net", (_, response) => {
      const to = `http://${rdap.hostOf("more-names")}/rdap/domain/aside.net`;
      response.writeHead(302, { Location: to }).end();
    });
    expect(await enrich(await add("second.org"))).toMatchObject({ status: "rate_limited" });
    expect(await enrichValue("aside.net")).toMatchObject({ status: "rate_limited" });
    await service.killAll();
    service = await start();
    expect(await enrich(first.observable_id)).toMatchObject({ status: "rate_limited" });
    expect(asked()).toEqual(["names /rdap/domain/aside.net"]);
  });

  it("without a time is for a minute, and until the date that it names", async () => {
    rdap.answer("/domain/no-time.com", (_, r) => void r.writeHead(429).end());
    expect(secondsLeft(await enrichValue("no-time.com"))).toBeGreaterThan(30);
    const date = new Date(Date.now() + 600_000).toUTCString();
    rdap.answer("/ip/185.220.1.1", (_, r) => void r.writeHead(429, { "Retry-After": date }).end());
    expect(secondsLeft(await enrichValue("185.220.1.1"))).toBeGreaterThan(500);
  });
});

describe("the wall", () => {
  it("lets no connection to a private network arrive, but for the operator's bootstrap", async () => {
    const other = preparedFolder();
    const open = service;
    service = await start({ ALLOW_PRIVATE_SOURCES: "false" }, other.path);
    try {
      const before = rdap.connections();
      for (const value of ["walled.net", "walled.org", "185.7.7.7"]) {
        const record = await enrichValue(value);
        expect(record).toMatchObject({ status: "failed", source_url: null });
        expect(record.detail).toContain("lies in a private or reserved network");
      }
      expect(rdap.takeLog()).toEqual(["iana /rdap/dns.json", "iana /rdap/ipv4.json"]);
      expect(rdap.connections()).toBe(before);
    } finally {
      await service.stop();
      service = open;
      other.remove();
    }
  });
});

function json(
  response: Parameters<Parameters<RdapStandIn["answer"]>[1]>[1],
  body: string,
  type = "application/rdap+json",
) {
  response.writeHead(200, { "Content-Type": type }).end(body);
}

function drip(...[, response]: Parameters<Parameters<RdapStandIn["answer"]>[1]>): void {
  response.writeHead(200, { "Content-Type": "application/rdap+json" });
  const timer = setInterval(() => response.write(" "), 200);
  response.once("close", () => clearInterval(timer));
}
