import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetReleases } from "../../../src/knowledge/attack/published-releases.ts";
import { readRelease } from "../../../src/knowledge/attack/read-release.ts";
import { smallBundle, smallObjects, stixIds } from "../../support/bundles.ts";
import { ingest, requestJson } from "../../support/service.ts";

const streamOf = (value: unknown) => new Blob([JSON.stringify(value)]).stream();

const bundleKeys = async () =>
  (await env.FILES.list({ prefix: "bundles/" })).objects.map(({ key }) => key);

async function emptyKnowledgeBase(): Promise<void> {
  await env.KNOWLEDGE_DB.exec("UPDATE releases SET state = 'retired'");
  forgetReleases();
}

describe("readRelease", () => {
  it.each(["2.0", "2.1"] as const)("reads STIX %s to the same sets", async (form) => {
    const release = await readRelease(streamOf(smallBundle("18.1", form)), {});
    expect(release).toMatchObject({ domain: "enterprise-attack", version: "18.1" });
    expect(release.uses.map((use) => `${use.source_id}>${use.target_id}`).sort()).toEqual([
      "C0001>T1059.001",
      "G0007>T1566",
      "G0016>S0002",
      "G0016>T1059",
      "G0016>T1059.001",
      "G0016>T1566",
    ]);
    expect(release.tactics.map((tactic) => tactic.shortname)).toEqual([
      "initial-access",
      "execution",
    ]);
    expect(release.techniques.find((t) => t.attack_id === "T1566")?.tactics).toEqual([
      "initial-access",
      "execution",
    ]);
    expect(release.attributions).toEqual([{ campaign_id: "C0001", group_id: "G0016" }]);
  });

  it("does not care about the order of objects", async () => {
    const reversed = smallBundle("18.1", "2.1", smallObjects().toReversed());
    const a = await readRelease(streamOf(reversed), {});
    const b = await readRelease(streamOf(smallBundle("18.1")), {});
    expect(a.techniques).toEqual(b.techniques);
    expect(new Set(a.uses.map((u) => JSON.stringify(u)))).toEqual(
      new Set(b.uses.map((u) => JSON.stringify(u))),
    );
  });

  it("follows chains of revoked-by and survives a circle", async () => {
    const relation = (n: number, from: string, to: string) => ({
      type: "relationship",
      id: `relationship--chain-${n}`,
      relationship_type: "revoked-by",
      source_ref: from,
      target_ref: to,
    });
    const t = stixIds.technique;
    const objects = smallObjects().filter((o) => o["relationship_type"] !== "revoked-by");
    objects.push(relation(1, t(6), t(5)), relation(2, t(5), t(4)), relation(3, t(8), t(8)));
    const release = await readRelease(streamOf(smallBundle("18.1", "2.1", objects)), {});
    const successor = (id: string) =>
      release.techniques.find((x) => x.attack_id === id)?.replaced_by;
    expect([successor("T1086"), successor("T1574.002"), successor("T1111")]).toEqual([
      "T1574.001",
      "T1574.001",
      null,
    ]);
  });

  it("finds out about objects that were lost", async () => {
    const bundle = smallBundle("18.1");
    bundle.objects.splice(5, 1);
    await expect(readRelease(streamOf(bundle), {})).rejects.toThrow(
      /1 objects of its collection are missing/,
    );
  });

  it("needs a domain and version from somewhere", async () => {
    const bundle = smallBundle("18.1");
    bundle.objects.shift();
    await expect(readRelease(streamOf(bundle), {})).rejects.toThrow(/domain; give it as \?domain=/);
    const given = { domain: "mobile-attack", version: "9.0" } as const;
    expect(await readRelease(streamOf(bundle), given)).toMatchObject(given);
  });
});

describe("POST /api/sync/bundles", () => {
  beforeEach(emptyKnowledgeBase);

  it("makes a release answer, and the higher version current in either order", async () => {
    expect(await ingest(smallBundle("18.1"))).toMatchObject({
      status: "complete",
      domains: [{ domain: "enterprise-attack", version: "18.1", action: "ingest", error: null }],
    });
    await ingest(smallBundle("9.0"));
    const { body } = await requestJson<object[]>("/api/attack/versions");
    expect(body).toMatchObject([
      { version: "18.1", is_current: true, technique_count: 4, group_count: 2, campaign_count: 1 },
      { version: "9.0", is_current: false },
    ]);
    const { body: groups } = await requestJson<object[]>("/api/apt/groups");
    expect(groups[0]).toMatchObject({ version: "18.1" });
    expect((await ingest(smallBundle("18.1"))).domains).toMatchObject([{ action: "none" }]);
  });

  it("takes gzip, and replaces a version by a new ingest of it", async () => {
    await ingest(smallBundle("18.1"));
    const changed = smallObjects().map((o) =>
      o["name"] === "APT29" ? { ...o, name: "APT 29" } : o,
    );
    const body = new Blob([JSON.stringify(smallBundle("18.1", "2.1", changed))])
      .stream()
      .pipeThrough(new CompressionStream("gzip"));
    const sent = await requestJson<{ task_id: string }>("/api/sync/bundles", {
      method: "POST",
      headers: { "Content-Encoding": "gzip" },
      body: await new Response(body).arrayBuffer(),
    });
    expect(sent.status).toBe(202);
    const kept = await env.FILES.list({ prefix: "bundles/", include: ["httpMetadata"] });
    const packed = kept.objects.filter((o) => o.httpMetadata?.contentEncoding === "gzip");
    expect(packed).toHaveLength(1);
    // The same sent plain is not stored again: its ingest unpacks what is there.
    await ingest(smallBundle("18.1", "2.1", changed));
    const { body: groups } = await requestJson<{ name: string }[]>("/api/apt/groups");
    expect(groups.map(({ name }) => name)).toEqual(["APT 29", "APT28"]);
  });

  it.each([
    ["", 422, "not_stix"],
    ["not json", 422, "not_stix"],
    ["[]", 422, "not_stix"],
    ['{"type":"bundle","objects":[{"type":"a"', 422, "not_stix"],
    ['{"type":"bundle","objects":[]}', 422, "validation_error"],
  ])("refuses %j at once and stores nothing", async (body, status, code) => {
    const before = await bundleKeys();
    const answer = await requestJson("/api/sync/bundles", { method: "POST", body });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await bundleKeys()).toEqual(before);
  });

  it("refuses an unknown domain, a wrong version and false gzip", async () => {
    const send = (query: string, headers: Record<string, string> = {}) =>
      requestJson(`/api/sync/bundles${query}`, {
        method: "POST",
        headers,
        body: JSON.stringify(smallBundle("18.1")),
      });
    expect(await send("?domain=nowhere")).toMatchObject({
      status: 404,
      body: { code: "unknown_domain" },
    });
    expect(await send("?version=17.1")).toMatchObject({
      status: 422,
      body: { code: "validation_error" },
    });
    expect(await send("?version=x")).toMatchObject({ status: 422 });
    expect(await send("", { "Content-Encoding": "gzip" })).toMatchObject({
      status: 422,
      body: { code: "not_stix" },
    });
  });

  it("tells in the task why a bundle that looked whole could not be ingested", async () => {
    const objects = smallObjects().filter((o) => o["type"] !== "attack-pattern");
    const task = await ingest(smallBundle("18.1", "2.1", objects));
    expect(task).toMatchObject({
      status: "failed",
      domains: [{ error: expect.stringMatching(/no active ATT&CK technique/) }],
    });
    expect((await requestJson("/api/apt/groups")).body).toMatchObject({
      code: "knowledge_base_empty",
    });
  });

  it("records upload and completion in the audit trail", async () => {
    const last = await env.WORKSPACE_DB.prepare("SELECT max(seq) AS seq FROM audit").first("seq");
    await ingest(smallBundle("18.1"));
    const { results } = await env.WORKSPACE_DB.prepare(
      "SELECT action, object_id, actor FROM audit WHERE seq > ? ORDER BY seq",
    )
      .bind(last ?? 0)
      .all();
    expect(results).toEqual([
      { action: "sync.upload", object_id: "enterprise-attack-18.1", actor: "local" },
      { action: "sync.complete", object_id: "enterprise-attack-18.1", actor: "local" },
    ]);
  });
});
