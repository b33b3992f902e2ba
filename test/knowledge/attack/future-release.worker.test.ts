import { beforeAll, describe, expect, it } from "vitest";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { smallBundle, smallObjects, technique } from "../../support/bundles.ts";
import { makeFutureRelease } from "../../support/future-release.ts";
import { form, ingest, request, requestJson } from "../../support/service.ts";
import { stixBundleSchema } from "../../support/stix-schema.ts";
import { encode, SyncBench } from "../../support/sync.ts";
import { StandInUpstream } from "../../support/upstream.ts";

/** The small release with techniques on their own, which the future can do away with. */
const today = () =>
  smallBundle("18.1", "2.1", [
    ...smallObjects(),
    ...Array.from({ length: 8 }, (_, n) =>
      technique(30 + n, `T12${30 + n}`, `Way ${n}`, ["execution"]),
    ),
  ]);
const { bundle, facts } = makeFutureRelease(today(), 20_990_101);
const bytes = encode(bundle);
const upstream = new StandInUpstream([
  { domain: "enterprise-attack", version: "99.0", bytes: () => bytes },
]);
const { split, chained, deprecated, orphaned, dropped, group, renamed } = facts;
const added = [facts.technique.attack_id, facts.subtechnique.attack_id];

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
const post = async <T>(path: string, body: unknown) =>
  await requestJson<T>(path, { method: "POST", body: JSON.stringify(body) });
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
const get = async <T>(path: string) => (await requestJson<T>(path)).body;

beforeAll(async () => {
  await ingest(today());
  const task = await new SyncBench(upstream).sync({ domains: ["enterprise-attack"] });
  expect(task).toMatchObject({ status: "complete", domains: [{ version: "99.0", error: null }] });
});

describe("a release that nobody has seen", () => {
  it("is the same again from the same seed, and another from another", () => {
    expect(makeFutureRelease(today(), 20_990_101)).toEqual({ bundle, facts });
    expect(makeFutureRelease(today(), 1).facts).not.toEqual(facts);
  });

  it("comes by the sync and answers with its tactics, platforms and ids", async () => {
    const tactics = await get<{ shortname: string; name: string }[]>("/api/attack/tactics");
    const named = tactics.map(({ shortname, name }) => [shortname, name]);
    expect(named.slice(0, 2)).toEqual(facts.tactics);
    expect(tactics.map(({ shortname }) => shortname)).toContain(renamed.to);
    const platform = encodeURIComponent(facts.technique.platforms[0] ?? "");
    const found = await get<{ attack_id: string }[]>(`/api/attack/techniques?platform=${platform}`);
    expect(found.map(({ attack_id: id }) => id)).toEqual(added);
    expect(await get(`/api/attack/techniques/${split.from}`)).toMatchObject({
      state: "revoked",
      replaced_by: split.to[0],
      successors: split.to,
    });
    expect(await get(`/api/attack/techniques/${chained}`)).toMatchObject({ successors: split.to });
    expect(await get(`/api/apt/groups/${group.attack_id}`)).toMatchObject(group);
  });

  it("tells in the difference what became of ids", async () => {
    const diff = await get<Record<string, { attack_id: string }[]>>(
      "/api/attack/diff?from=18.1&to=99.0",
    );
    const ids = (list: string) => diff[list]?.map(({ attack_id: id }) => id);
    expect(ids("added")).toEqual(added);
    expect(ids("revoked")).toEqual([split.from, chained, orphaned].sort());
    expect(ids("deprecated")).toEqual([deprecated]);
    expect(ids("removed")).toEqual([dropped]);
  });

  it("is what an analysis reads printed ids by, a split one as both of its parts", async () => {
    const ids = [split.from, deprecated, orphaned, dropped, ...added, "T9998"];
    const text = ids.map((id) => `The intruders used ${id} on the host.`).join("\n");
    const { body } = await requestJson<Analysis>("/api/analyze", form({ text }));
    const found = body.techniques.map(({ attack_id, replaced_from, tactic }) => [
      attack_id,
      replaced_from,
      tactic,
    ]);
    expect(found.map(String).sort()).toEqual(
      [
        [split.to[0], null, "time-travel"],
        [split.to[1], split.from, renamed.from === "execution" ? renamed.to : "execution"],
        [facts.subtechnique.attack_id, null, "time-travel"],
      ]
        .map(String)
        .sort(),
    );
    expect(
      Object.fromEntries(body.rejected_techniques.map((r) => [r.attack_id, r.reason])),
    ).toEqual({
      [deprecated]: "is deprecated in enterprise-attack 99.0",
      [orphaned]: "is revoked in enterprise-attack 99.0",
      [dropped]: expect.stringMatching(/^belongs to ATT&CK \d+\.1 as “.+”$/),
      T9998: "is not in enterprise-attack 99.0",
    });
    for (const format of ["stix", "navigator", "csv", "markdown"]) {
      const exported = await request(`/api/export/analysis/${body.session_id}/${format}`);
      expect([format, exported.status]).toEqual([format, 200]);
      const content = await exported.text();
      expect(content).toContain(facts.subtechnique.attack_id);
      if (format === "stix") {
        // STIX would rather have phases in lower case of ASCII; these are as they were published.
        const issues = stixBundleSchema.safeParse(JSON.parse(content)).error?.issues ?? [];
        expect(issues.filter(({ path }) => path.at(-1) !== "phase_name")).toEqual([]);
        expect(content).toContain('"phase_name":"time-travel"');
      }
      if (format === "markdown") expect(content).toContain("Time Travel");
    }
    const pdf = await request(`/api/export/analysis/${body.session_id}`);
    expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, "%PDF-"]);
  });

  it("names its ids where an older release is at hand", async () => {
    const text = `The intruders used ${facts.technique.attack_id}.`;
    const { body } = await requestJson<Analysis>("/api/analyze", form({ text, version: "18.1" }));
    expect(body.rejected_techniques).toEqual([
      {
        attack_id: "T9901",
        reason:
          "belongs to ATT&CK 99.0 as “Мысленный эксплойт”; in enterprise-attack 18.1 it is " +
          [chained, split.from]
            .sort()
            .map((id) => `${id} (${nameOf(id)})`)
            .join(" and "),
      },
    ]);
    const { headers } = await post("/api/apt/compare?version=18.1", { technique_ids: added });
    expect(headers.get("X-Other-Release-Techniques")).toBe(
      "T9901=enterprise-attack/99.0,T9901.001=enterprise-attack/99.0",
    );
    expect(headers.get("X-Unknown-Techniques")).toBeNull();
  });

  it("is compared and combined by all parts of a split", async () => {
    const { body, headers } = await post<object[]>("/api/apt/compare", {
      technique_ids: [split.from],
    });
    expect(body[0]).toMatchObject({ group_attack_id: group.attack_id, similarity: 1 });
    expect(headers.get("X-Replaced-Techniques")).toBe(
      split.to.map((to) => `${split.from}=${to}`).join(","),
    );
  });

  it("takes layers over, forwards and back, and names what it cannot", async () => {
    const ids = [split.from, chained, deprecated, orphaned, dropped, "T1059", "T9998"];
    const saved = await post<{ layer_id: string }>("/api/layers", {
      name: "Ours",
      version: "18.1",
      technique_ids: ids,
    });
    const migrate = async (id: unknown, query = "") =>
      await post<Record<string, unknown>>(`/api/layers/${String(id)}/migrate${query}`, undefined);
    const { body } = await migrate(saved.body.layer_id);
    expect(body).toMatchObject({
      version: "99.0",
      technique_ids: ["T1059", ...split.to, "T9998"].sort(),
      kept: ["T1059", "T9998"],
      replaced: [],
    });
    const steps = body["merged"] as { from: string; to: string }[];
    expect(steps.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(
      [split.from, chained].flatMap((from) => split.to.map((to) => `${from} ${to}`)).sort(),
    );
    const removed = body["removed"] as { attack_id: string; reason: string }[];
    expect(Object.fromEntries(removed.map((one) => [one.attack_id, one.reason]))).toEqual({
      [deprecated]: "deprecated",
      [orphaned]: "revoked",
      [dropped]: "absent",
    });
    const back = await migrate(body["layer_id"], "?version=18.1");
    expect(back.body["removed"]).toMatchObject([
      {
        attack_id: "T9901",
        name: facts.technique.name,
        reason: "absent",
        belongs_to: { domain: "enterprise-attack", version: "99.0" },
        called: [chained, split.from].sort().map((id) => ({ attack_id: id, name: nameOf(id) })),
      },
    ]);
  });

  it("goes to a PDF and to a Navigator layer with its own tactics", async () => {
    const pdf = await request("/api/export/layer", {
      method: "POST",
      body: JSON.stringify({ technique_ids: [split.from, dropped, ...added, "T9998"] }),
    });
    expect(pdf.status).toBe(200);
    await pdf.arrayBuffer();
    const layer = {
      name: "Future",
      domain: "enterprise-attack",
      versions: { layer: "4.5", attack: "99" },
      techniques: [{ techniqueID: "T9901", tactic: "time-travel", score: 3 }],
    };
    const imported = await post<{ layer_id: string }>("/api/layers/import", layer);
    expect(imported.body).toMatchObject({
      version: "99.0",
      technique_ids: ["T9901"],
      warnings: [],
    });
    const out = await get<object>(`/api/layers/${imported.body.layer_id}/navigator`);
    expect(out).toMatchObject({
      versions: { attack: "99" },
      techniques: [{ techniqueID: "T9901", tactic: "time-travel", score: 3 }],
    });
  });

  it.each(["sigma", "kql", "spl", "eql"])("has rules in %s", async (language) => {
    const order = { title: "Из будущего", technique_id: "T9901.001", language };
    const { status, body } = await post<Record<string, unknown>>(
      "/api/pipeline/rules/generate",
      order,
    );
    expect([status, body["validation"]]).toMatchObject([201, { valid: true, errors: [] }]);
    const content = String(body["content"]);
    if (language === "sigma") {
      expect(content).toContain("attack.t9901.001");
      expect(content).toContain("attack.time-travel");
    }
    const again = await post<{ warnings: { message: string }[] }>("/api/pipeline/rules/validate", {
      language,
      content,
    });
    const about = again.body.warnings.filter(({ message }) => message.includes("tactic"));
    expect(about).toEqual([]);
  });

  it("has no rule for an id that was split, and names its parts", async () => {
    const order = { title: "x", technique_id: split.from, language: "sigma" };
    const { status, body } = await post<{ detail: string }>("/api/pipeline/rules/generate", order);
    expect(status).toBe(404);
    for (const id of split.to) expect(body.detail).toContain(id);
  });
});

/** The name of a technique of today. */
function nameOf(id: string): string {
  const object = today().objects.find((one) => JSON.stringify(one).includes(`"${id}"`));
  return (object as { name?: string } | undefined)?.name ?? "";
}
