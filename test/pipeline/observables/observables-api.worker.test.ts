import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { request, requestJson } from "../../support/service.ts";
import { markReady } from "../../support/ready.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(markReady);

const PATH = "/api/pipeline/observables";
const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
});

interface Shown {
  id: string;
  kind: string;
  value: string;
  normalized_value: string;
  origin: string;
  confidence: number;
  tags: string[];
  report_ids: string[];
  first_seen_at: string;
  last_seen_at: string;
  rule?: string;
}

async function collect(title: string, text: string) {
  return await requestJson<{ id: string; observable_ids: string[] }>(
    "/api/pipeline/intake",
    json("POST", { title, summary: text }),
  );
}

const find = async (path: string, q: string) =>
  (await requestJson<Shown[]>(`/api/pipeline/${path}?q=${encodeURIComponent(q)}`)).body;

describe("a search for exactly one value", () => {
  const exact = async (value: string, more = "") => {
    const query = `value=${encodeURIComponent(value)}${more}`;
    const { body } = await requestJson<Shown[]>(`${PATH}?${query}`);
    return body.map(({ kind, normalized_value }) => [kind, normalized_value]);
  };

  it("finds it in any form, and nothing below it or that begins with it", async () => {
    const host = "exact-search.example.de";
    const hash = "36b0d29532c1af1af2090d140ebcff4f53b5e7e7";
    const values = [
      ["domain", host],
      ["domain", `www.${host}`],
      ["domain", `${host}-2.de`],
      ["url", `https://${host}/Gate`],
      ["sha1", hash],
    ] as const;
    for (const [kind, value] of values) await requestJson(PATH, json("POST", { kind, value }));
    expect(await exact(host)).toEqual([["domain", host]]);
    expect(await exact("Exact-Search[.]example.DE")).toEqual([["domain", host]]);
    expect(await exact(`hxxps://${host}/Gate`)).toEqual([["url", `https://${host}/Gate`]]);
    expect(await exact(`https://${host}/gate`)).toEqual([]);
    expect(await exact(hash.toUpperCase())).toEqual([["sha1", hash]]);
    expect(await exact(hash, "&kind=md5")).toEqual([]);
    expect((await find("observables", host)).length).toBe(4);
  });

  it("refuses an empty value", async () => {
    expect((await requestJson(`${PATH}?value=%20`)).status).toBe(422);
  });
});

describe("an observable entered by hand", () => {
  it("is new once, then known, in whatever form it is written", async () => {
    const first = await requestJson<Shown>(
      PATH,
      json("POST", {
        kind: "domain",
        value: "hxxp-less[.]Bücher.example.de",
        tags: ["a", "a", "\u202ea"],
      }),
    );
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      kind: "domain",
      normalized_value: "hxxp-less.xn--bcher-kva.example.de",
      origin: "manual",
      confidence: 80,
      tags: ["a"],
      report_ids: [],
    });
    const second = await requestJson<Shown>(
      PATH,
      json("POST", { kind: "domain", value: "HXXP-LESS.xn--bcher-kva.example.de." }),
    );
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    const rows = await env.WORKSPACE_DB.prepare("select action from audit where object_id = ?")
      .bind(first.body.id)
      .all();
    expect(rows.results).toEqual([{ action: "observable.create" }]);
  });

  it.each([
    ["cve", "CVE-99-1"],
    ["ipv4", "1.2.3.256"],
    ["ipv4", "::1"],
    ["domain", "localhost"],
    ["domain", "http://evil.com/"],
    ["domain", "co.uk"],
    ["md5", "zz"],
    ["sha256", "0123456789abcdef0123456789abcdef"],
    ["yara", "x"],
    ["domain", ""],
  ])("of kind %s is refused when it is %s", async (kind, value) => {
    const { status, body } = await requestJson(PATH, json("POST", { kind, value }));
    expect(status).toBe(422);
    expect(body["detail"]).toMatch(/\.$/);
  });

  it("is kept although a suppression rule applies to it, now and later", async () => {
    await collect("A report that names a private address", "Seen at 10.20.30.40.");
    expect(await find("suppressions", "10.20.30.40")).toMatchObject([{ rule: "private_address" }]);
    const { status } = await requestJson(
      PATH,
      json("POST", { kind: "ipv4", value: "10.20.30.40" }),
    );
    expect(status).toBe(201);
    expect(await find("suppressions", "10.20.30.40")).toEqual([]);
    const again = await collect("Another one with the private address", "Again at 10.20.30.40.");
    expect(again.body.observable_ids).toHaveLength(1);
  });

  it("takes no tag that shows nothing", async () => {
    const given = { kind: "domain", value: "untagged.example.de", tags: ["\u202e\u2066"] };
    const { status, body } = await requestJson(PATH, json("POST", given));
    expect([status, body["errors"]]).toMatchObject([422, [{ pointer: "/tags/0" }]]);
  });

  it("changes tags and confidence, and viewers change nothing", async () => {
    const { body } = await requestJson<Shown>(
      PATH,
      json("POST", { kind: "cve", value: "cve-2026-7777", confidence: 10 }),
    );
    const changed = await requestJson<Shown>(
      `${PATH}/${body.id}`,
      json("PATCH", { tags: ["метка"], confidence: 100 }),
    );
    expect(changed.body).toMatchObject({
      tags: ["метка"],
      confidence: 100,
      value: "cve-2026-7777",
    });
    const refused = await requestJson(`${PATH}/${body.id}`, json("PATCH", { confidence: 101 }));
    expect(refused.status).toBe(422);
    for (const method of ["PATCH", "DELETE"]) {
      const response = await requestWith(TEAM, `${PATH}/${body.id}`, {
        ...(method === "PATCH" && { body: "{}" }),
        method,
        headers: { "X-Auth-User": "v@unit.dev" },
      });
      expect(response.status).toBe(403);
    }
  });
});

describe("what reports name", () => {
  it("is merged, whichever report names it", async () => {
    const one = await collect("The first report on a shared host", "shared-c2.xyz and 185.9.9.1");
    const two = await collect("The second report on a shared host", "SHARED-C2[.]xyz only");
    const [shared] = await find("observables", "shared-c2");
    expect(shared).toMatchObject({ origin: "extracted", confidence: 80, value: "shared-c2.xyz" });
    expect(shared?.report_ids.sort()).toEqual([one.body.id, two.body.id].sort());
    const only = await requestJson<Shown[]>(`${PATH}?report_id=${two.body.id}`);
    expect(only.body.map((row) => row.normalized_value)).toEqual(["shared-c2.xyz"]);
  });

  it("is suppressed with its rule, and restored for good", async () => {
    const first = await collect("A report with a benign link in it", "See www.microsoft.com.");
    expect(first.body.observable_ids).toEqual([]);
    const [row] = await find("suppressions", "www.microsoft.com");
    expect(row).toMatchObject({ rule: "warning_list", report_ids: [first.body.id] });
    const restored = await requestJson<Shown>(
      `/api/pipeline/suppressions/${row?.id}/restore`,
      json("POST", {}),
    );
    expect(restored.body).toMatchObject({
      normalized_value: "www.microsoft.com",
      origin: "extracted",
      report_ids: [first.body.id],
    });
    const twice = await requestJson<Shown>(
      `/api/pipeline/suppressions/${row?.id}/restore`,
      json("POST", {}),
    );
    expect(twice.body.id).toBe(restored.body.id);
    const second = await collect("One more with the benign link in it", "www.microsoft.com again");
    expect(second.body.observable_ids).toEqual([restored.body.id]);
    const rows = await env.WORKSPACE_DB.prepare("select action from audit where object_id = ?")
      .bind(row?.id ?? "")
      .all();
    expect(rows.results).toEqual([{ action: "observable.restore" }]);
  });

  it.each([
    ["its source", { published_at: "2024-03-05T00:00:00Z" }, ""],
    ["its text", {}, "Published on 5 March 2024\n\n"],
  ])("is restored with the date that %s gives", async (_, about, head) => {
    const host = `dated-${head.length}.microsoft.com`;
    const report = {
      title: `A dated report ${head.length}`,
      summary: `${head}See ${host}.`,
      ...about,
    };
    await request("/api/pipeline/intake", json("POST", report));
    const [row] = await find("suppressions", host);
    const seen = { first_seen_at: row?.first_seen_at, last_seen_at: row?.last_seen_at };
    expect(seen.first_seen_at).toBe("2024-03-05T00:00:00.000Z");
    const path = `/api/pipeline/suppressions/${row?.id}/restore`;
    const restored = await requestJson<Shown>(path, json("POST", {}));
    expect(restored.body).toMatchObject(seen);
    await request(`${PATH}/${restored.body.id}`, { method: "DELETE" });
    const deleted = (await find("suppressions", host)).find(
      ({ rule }) => rule === "deleted_by_analyst",
    );
    expect(deleted).toMatchObject(seen);
  });

  it("is restored from every rule that keeps it out", async () => {
    const first = await collect("A report before the list", "both-ruled.xyz");
    const list = {
      name: "Our own hosts",
      type: "hostname",
      version: 1,
      matching_attributes: ["domain"],
      list: ["both-ruled.xyz"],
      effect: "benign",
    };
    const listPath = "/api/pipeline/warning-lists/our-own-hosts";
    expect((await request(listPath, json("PUT", list))).status).toBe(201);
    await collect("A report after the list", "both-ruled.xyz again");
    await request(`${PATH}/${first.body.observable_ids[0]}`, { method: "DELETE" });
    const rows = await find("suppressions", "both-ruled.xyz");
    expect(new Set(rows.map(({ rule }) => rule))).toEqual(
      new Set(["deleted_by_analyst", "warning_list"]),
    );
    const listed = rows.find(({ rule }) => rule === "warning_list");
    const restored = await requestJson<Shown>(
      `/api/pipeline/suppressions/${listed?.id}/restore`,
      json("POST", {}),
    );
    const later = await collect("A report after it was restored", "both-ruled.xyz once more");
    expect(later.body.observable_ids).toEqual([restored.body.id]);
    expect(await find("suppressions", "both-ruled.xyz")).toEqual([]);
    await request(listPath, { method: "DELETE" });
  });

  it("stays away once an analyst has deleted it, until it is restored", async () => {
    const first = await collect("A report with a false positive", "wrong-host.xyz");
    const [id = ""] = first.body.observable_ids;
    expect((await request(`${PATH}/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await request(`${PATH}/${id}`, { method: "DELETE" })).status).toBe(404);
    const second = await collect("A second one with a false positive", "wrong-host.xyz");
    expect(second.body.observable_ids).toEqual([]);
    const [row] = await find("suppressions", "wrong-host");
    expect(row).toMatchObject({ rule: "deleted_by_analyst" });
    await request(`/api/pipeline/suppressions/${row?.id}/restore`, json("POST", {}));
    const [back] = await find("observables", "wrong-host");
    expect(back?.report_ids.sort()).toEqual([first.body.id, second.body.id].sort());
  });

  it("by 20 reports at once becomes one observable", async () => {
    await Promise.all(
      Array.from(
        { length: 20 },
        async (_, n) => await collect(`Concurrent report number ${n} of twenty`, "race-host.xyz"),
      ),
    );
    const rows = await find("observables", "race-host");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.report_ids).toHaveLength(20);
  });
});

describe("the list of observables", () => {
  it("is filtered by kind, origin and value, literally", async () => {
    await collect("A report for the list of observables", "CVE-2026-10001 and list-host.xyz");
    const kinds = await requestJson<Shown[]>(`${PATH}?kind=cve&q=2026-10001`);
    expect(kinds.body).toHaveLength(1);
    expect(await find("observables", "2026_10001")).toEqual([]);
    expect((await request(`${PATH}?kind=yara`)).status).toBe(422);
    const manual = await requestJson<Shown[]>(`${PATH}?origin=manual&q=list-host`);
    expect(manual.body).toEqual([]);
  });

  it("is exported whole, as NDJSON and CSV", async () => {
    const { headers } = await requestJson(`${PATH}?limit=1`);
    const total = Number(headers.get("X-Total-Count"));
    const ndjson = await request(`${PATH}/export`);
    expect(ndjson.headers.get("Content-Type")).toContain("application/x-ndjson");
    const rows = (await ndjson.text()).trim().split("\n");
    expect(new Set(rows.map((row) => (JSON.parse(row) as Shown).id)).size).toBe(total);
    const csv = await (await request(`${PATH}/export?format=csv`)).text();
    expect(csv.trim().split("\r\n")).toHaveLength(total + 1);
  });

  it("holds what an analysed report names, and forgets the session with it", async () => {
    const form = new FormData();
    form.set("text", "The implant asked session-host[.]xyz for orders.");
    const { ingestSmallRelease } = await import("../../support/service.ts");
    await ingestSmallRelease();
    const session = await requestJson<{ session_id: string }>("/api/analyze", {
      method: "POST",
      body: form,
    });
    const id = session.body.session_id;
    const listed = await requestJson<(Shown & { session_ids: string[] })[]>(
      `${PATH}?session_id=${id}`,
    );
    expect(listed.body).toMatchObject([
      { normalized_value: "session-host.xyz", session_ids: [id] },
    ]);
    const stix = await requestJson<{ objects: object[] }>(`/api/export/analysis/${id}/stix`);
    // The report says what evil it does.
    expect(stix.body.objects).toContainEqual(
      expect.objectContaining({
        type: "indicator",
        pattern: "[domain-name:value = 'session-host.xyz']",
      }),
    );
    await request(`/api/analyze/sessions/${id}`, { method: "DELETE" });
    // Nothing else names it.
    expect(await find("observables", "session-host")).toEqual([]);
  });
});
