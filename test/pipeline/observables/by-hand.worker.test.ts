import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { beforeFirstWrite } from "../../support/interrupted-writes.ts";
import { ingestSmallRelease, request, requestJson } from "../../support/service.ts";

import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const PATH = "/api/pipeline/observables";
const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
});

interface Shown {
  id: string;
  normalized_value: string;
  role: string;
  confidence: number;
  tags: string[];
  expires_at: string | null;
  active: boolean;
}

const collect = async (title: string, text: string) =>
  (
    await requestJson<{ id: string; observable_ids: string[] }>(
      "/api/pipeline/intake",
      json("POST", { title, summary: text, technique_ids: ["T1566"], group_ids: ["G0016"] }),
    )
  ).body;

const list = async (query: string) =>
  (await requestJson<Shown[]>(`${PATH}?${query}`)).body.map((row) => row.normalized_value).sort();

const read = async (id: string) => (await requestJson<Shown>(`${PATH}/${id}`)).body;

const bulk = async (body: unknown) =>
  await requestJson<{ changed: number; unchanged: number; missing: string[] }>(
    `${PATH}/bulk`,
    json("POST", body),
  );

describe("a search of observables", () => {
  beforeAll(async () => {
    await collect(
      "A report for searches",
      "C2: login.search-evil[.]com, search-evil[.]com, mysearch-evil[.]com; 198.18.7.9, 77.88.1.5, 77.88.2.6 and CVE-2031-20202.",
    );
    for (const [kind, value] of [
      ["url", "https://www.search-evil.com/a?b=1"],
      ["email", "Boss@Search-Evil.com"],
      ["file_path", String.raw`C:\ProgramData\SearchDrop\Loader.exe`],
      ["registry_key", String.raw`HKLM\Software\SearchDrop\Run`],
      ["ipv6", "2a0b:1234::7"],
      ["mutex", String.raw`Global\SearchMutex`],
    ]) {
      expect((await request(PATH, json("POST", { kind, value }))).status).toBe(201);
    }
  });

  it.each([
    ["the beginning", "q=login.sea", ["login.search-evil.com"]],
    [
      "a domain, and what lies below it",
      "q=search-evil.com",
      [
        "boss@search-evil.com",
        "https://www.search-evil.com/a?b=1",
        "login.search-evil.com",
        "search-evil.com",
      ],
    ],
    [
      "what lies below a domain alone",
      "q=.search-evil.com",
      ["https://www.search-evil.com/a?b=1", "login.search-evil.com"],
    ],
    ["the same with a wild card", "q=*.search-evil.com&kind=domain", ["login.search-evil.com"]],
    ["a defanged one", "q=login[.]search-evil[.]com", ["login.search-evil.com"]],
    ["the number of a CVE", "q=2031-20202", ["CVE-2031-20202"]],
    ["the name of a file", "q=loader.exe", [String.raw`c:\programdata\searchdrop\loader.exe`]],
    [
      "a hive by its short name is no beginning, the last key is",
      "q=run&kind=registry_key",
      [String.raw`hkey_local_machine\software\searchdrop\run`],
    ],
    ["case where it counts", String.raw`q=Global\Search`, [String.raw`Global\SearchMutex`]],
    ["a network", "q=77.88.0.0/16", ["77.88.1.5", "77.88.2.6"]],
    ["a smaller network", "q=77.88.2.0/24", ["77.88.2.6"]],
    ["a network of IPv6", "q=2a0b:1234::/32", ["2a0b:1234::7"]],
    ["what nobody has", "q=earch-evil.com", []],
    ["wild cards, literally", "q=%25", []],
  ])("finds by %s", async (_what, query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it("joins its filters, and refuses what is none", async () => {
    expect(await list("q=77.88.0.0/16&kind=domain")).toEqual([]);
    expect(await list("q=search-evil.com&kind=url,email&origin=manual")).toHaveLength(2);
    expect(
      await list("origin=manual&role=indicator&min_confidence=80&q=search-evil.com"),
    ).toHaveLength(2);
    for (const query of [
      "role=evil",
      "kind=url,evil",
      "min_confidence=101",
      "session=1",
      "active=1",
    ]) {
      expect((await request(`${PATH}?${query}`)).status).toBe(422);
    }
  });
});

describe("many observables at once", () => {
  it("are tagged, confirmed and expired, each once, with one entry of the trail", async () => {
    const { observable_ids: ids } = await collect("For bulk", "bulk-a[.]xyz bulk-b[.]xyz 91.2.3.4");
    expect(ids).toHaveLength(3);
    const missing = "00000000-0000-4000-8000-00000000dead";
    const tagged = await bulk({ action: "tag", observable_ids: [...ids, missing], tags: ["x"] });
    expect(tagged.body).toEqual({ changed: 3, unchanged: 0, missing: [missing] });
    expect((await bulk({ action: "tag", observable_ids: ids, tags: ["x"] })).body).toMatchObject({
      changed: 0,
      unchanged: 3,
    });
    expect(await list("tag=x")).toEqual(["91.2.3.4", "bulk-a.xyz", "bulk-b.xyz"]);
    await bulk({ action: "untag", observable_ids: [ids[0]], tags: ["x"] });
    expect(await list("tag=x")).toHaveLength(2);
    await bulk({ action: "confirm", observable_ids: ids });
    await bulk({ action: "expire", observable_ids: ids });
    const { body } = await requestJson<Shown[]>(`${PATH}?q=bulk-&active=false`);
    expect(body.map(({ role, confidence, active }) => [role, confidence, active])).toEqual([
      ["indicator", 90, false],
      ["indicator", 90, false],
    ]);
    const plain = async (query: string) =>
      await (await request(`${PATH}/export?format=txt&q=bulk-${query}`)).text();
    expect(await plain("")).toBe("");
    expect((await plain("&active=false")).split("\n")).toHaveLength(3);
    const trail = await requestJson<{ details: { change: string } }[]>(
      "/api/pipeline/audit?action=observable.bulk",
    );
    expect(trail.body.map(({ details }) => details.change)).toEqual([
      "expire",
      "confirm",
      "untag",
      "tag",
    ]);
  });

  it("keep the tags that a colleague adds between read and write", async () => {
    const { observable_ids: ids } = await collect("For two", "two-a[.]xyz two-b[.]xyz");
    const WORKSPACE_DB = beforeFirstWrite(
      env.WORKSPACE_DB,
      async () => await bulk({ action: "tag", observable_ids: [ids[0]], tags: ["theirs"] }),
    );
    const tagging = json("POST", { action: "tag", observable_ids: ids, tags: ["ours"] });
    const response = await requestWith({ WORKSPACE_DB }, `${PATH}/bulk`, tagging);
    expect(await response.json()).toMatchObject({ changed: 2 });
    expect((await read(ids[0] ?? "")).tags).toEqual(["theirs", "ours"]);
    expect((await read(ids[1] ?? "")).tags).toEqual(["ours"]);
  });

  it("that a colleague suppresses before the write are missing, without an entry of their own", async () => {
    const { observable_ids: ids } = await collect("For one", "gone-a[.]xyz");
    const suppression = { action: "suppress", observable_ids: ids };
    const WORKSPACE_DB = beforeFirstWrite(env.WORKSPACE_DB, async () => await bulk(suppression));
    const response = await requestWith({ WORKSPACE_DB }, `${PATH}/bulk`, json("POST", suppression));
    expect(await response.json()).toEqual({ changed: 0, unchanged: 0, missing: ids });
    const trail = await requestJson<{ details: { observable_ids: string[] } }[]>(
      "/api/pipeline/audit?action=observable.bulk",
    );
    const ofIt = trail.body.filter(({ details }) => details.observable_ids.includes(ids[0] ?? ""));
    expect(ofIt).toHaveLength(1);
  });

  it("are active again when they are seen again, and keep what was decided", async () => {
    const { observable_ids: ids } = await collect("First sight", "again-seen[.]xyz");
    await bulk({ action: "expire", observable_ids: ids });
    await requestJson(`${PATH}/${ids[0]}`, json("PATCH", { confidence: 3, role: "victim" }));
    expect(await read(ids[0] ?? "")).toMatchObject({ active: false });
    await collect("Second sight", "again-seen[.]xyz");
    expect(await read(ids[0] ?? "")).toMatchObject({ active: true, confidence: 3, role: "victim" });
  });

  it("are suppressed, so that the next report does not bring them back", async () => {
    const { observable_ids: ids } = await collect("Noise", "noise-a[.]xyz noise-b[.]xyz");
    expect((await bulk({ action: "suppress", observable_ids: ids })).body.changed).toBe(2);
    expect((await collect("More noise", "noise-a[.]xyz")).observable_ids).toEqual([]);
    expect(await list("q=noise-")).toEqual([]);
  });

  it.each([
    [{ action: "tag", observable_ids: ["x"], tags: ["a"] }],
    [{ action: "tag", observable_ids: [], tags: ["a"] }],
    [{ action: "tag", observable_ids: ["00000000-0000-4000-8000-00000000dead"] }],
    [{ action: "explode", observable_ids: ["00000000-0000-4000-8000-00000000dead"] }],
    [{ action: "confirm", observable_ids: ["00000000-0000-4000-8000-00000000dead"], tags: ["a"] }],
  ])("are left alone by %j", async (body) => {
    expect([400, 422]).toContain((await bulk(body)).status);
  });

  it("are not a viewer's to change", async () => {
    const answer = await requestWith(TEAM, `${PATH}/bulk`, {
      ...json("POST", { action: "suppress", observable_ids: [] }),
      headers: { "X-Auth-User": "v@unit.dev" },
    });
    expect(answer.status).toBe(403);
  });
});

describe("everything about a value", () => {
  it("tells where it was seen, with what, and what people did", async () => {
    const first = await collect("Context one", "ctx-c2[.]xyz talks to ctx-drop[.]xyz");
    const second = await collect("Context two", "ctx-c2[.]xyz again");
    const [id = ""] = second.observable_ids;
    await requestJson(`${PATH}/${id}`, json("PATCH", { tags: ["c2"] }));
    await bulk({ action: "confirm", observable_ids: [id] });
    const { body } = await requestJson(`${PATH}/${id}/context`);
    expect(body).toMatchObject({
      observable: { normalized_value: "ctx-c2.xyz", role: "indicator" },
      mentions_total: 2,
      techniques: [{ attack_id: "T1566", sources: 2 }],
      groups: [{ attack_id: "G0016", sources: 2 }],
      related: [{ normalized_value: "ctx-drop.xyz", sources: 1 }],
      warning_lists: [],
      enrichments: [],
      history: [{ action: "observable.update" }, { action: "observable.bulk" }],
    });
    const mentions = body["mentions"] as { source_id: string; title: string }[];
    expect(mentions.map(({ source_id, title }) => [source_id, title])).toEqual([
      [second.id, "Context two"],
      [first.id, "Context one"],
    ]);
    const missing = await request(`${PATH}/00000000-0000-4000-8000-00000000dead/context`);
    expect(missing.status).toBe(404);
  });
});
