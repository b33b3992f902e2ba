import { NO_USAGE } from "../../../src/reading/providers/usage.ts";
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { IndexStore } from "../../../src/knowledge/attack/index-store.ts";
import { SoftwareStore } from "../../../src/knowledge/attack/software-store.ts";
import { resolveIndex } from "../../../src/knowledge/attack/resolve-release.ts";
import { openKnowledgeDb } from "../../../src/platform/d1/databases.ts";
import { NO_ENTITIES } from "../../../src/reading/entities/schema.ts";
import { analyseReport } from "../../../src/reading/sessions/analyse-report.ts";
import { beginSession } from "../../../src/reading/sessions/begin-session.ts";
import { readAnalysisInput } from "../../../src/reading/sessions/read-analysis-input.ts";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import {
  form,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";

const REPORT = [
  "TLP:AMBER",
  "Two banks robbed",
  "Published: 3 May 2024",
  "",
  "Between January and March 2024 the group Cozy Bear targeted banks in Poland. APT29 used Mimikatz",
  "(T1059.001) and CVE-2021-44228, and called 185[.]100[.]87[.]12. Mail had come first (T1566). Write to",
  "us at desk@example.org.",
].join("\n");

beforeAll(ingestSmallRelease);

const analyse = async () =>
  (await requestJson<Analysis>("/api/analyze", form({ text: REPORT }))).body;
const shortened = ({ entities }: Analysis) => ({
  groups: entities.groups.map(({ attack_id, count }) => [attack_id, count]),
  software: entities.software.map(({ attack_id, name, type }) => [attack_id, name, type]),
  cves: entities.cves.map(({ id }) => id),
  observables: entities.observables.map(({ kind, value }) => [kind, value]),
  dates: entities.dates.map(({ role, date, end }) => [role, date, end]),
  sectors: entities.sectors.map(({ name }) => name),
  countries: entities.countries.map(({ code }) => code),
  tlp: entities.tlp?.marking,
});

const EXPECTED = {
  groups: [["G0016", 2]],
  software: [["S0002", "Mimikatz", "tool"]],
  cves: ["CVE-2021-44228"],
  observables: [["ipv4", "185.100.87.12"]],
  dates: [
    ["published", "2024-05-03", null],
    ["activity", "2024-01", "2024-03"],
  ],
  sectors: ["financial-services"],
  countries: ["PL"],
  tlp: "amber",
};

describe("the entities of an analysis", () => {
  it("are what the text names, each where it stands", async () => {
    const body = await analyse();
    expect(shortened(body)).toEqual(EXPECTED);
    const stored = await request(`/api/analyze/${body.session_id}/text`);
    const text = await stored.text();
    const { tlp, ...lists } = body.entities;
    const named = [...Object.values(lists).flat(), ...(tlp === null ? [] : [tlp])];
    expect(named).toHaveLength(9);
    for (const { mentions, count } of named) {
      expect(count).toBe(mentions.length);
      for (const { start, end, text: words } of mentions)
        expect(text.slice(start, end)).toBe(words);
    }
    const { sentence } = body.entities.observables[0] ?? {};
    expect(text.slice(sentence?.start, sentence?.end)).toBe(sentence?.text);
    expect(sentence?.text).toContain("185[.]100[.]87[.]12");
    expect((await requestJson(`/api/analyze/${body.session_id}`)).body).toEqual(body);
  });

  it("make the summary", async () => {
    const { summary } = await analyse();
    expect(summary).toBe(
      "According to the report published on 3 May 2024, the group APT29 (G0016, also called Cozy Bear) targeted the financial services sector in Poland, in activity dated from January 2024 to March 2024. " +
        "It names the tool Mimikatz, and the vulnerability CVE-2021-44228. " +
        "The actors gained access (Phishing, T1566). Inside, they executed code (PowerShell, T1059.001). " +
        "In all, the report supports 2 techniques of ATT&CK Enterprise 18.1.",
    );
  });

  it("come from the text whatever the provider", async () => {
    const context = testServices();
    const input = await readAnalysisInput(context, { text: REPORT });
    const provider = {
      kind: "test",
      model: async () => "test",
      analyse: async () => ({
        summary: "It was written by another.",
        techniques: [],
        threshold: 0,
        set_aside: [],
        candidates: [],
        group_names: [],
        chunks: 1,
        chars_analyzed: REPORT.length,
        usage: NO_USAGE,
      }),
      estimate: async () => NO_USAGE,
    };
    const { id } = await beginSession(
      context,
      { name: "local", role: "admin" },
      { ...input, provider },
    );
    const { signal } = new AbortController();
    const analysis = await analyseReport(context, id, { ...input, provider }, null, signal);
    expect(shortened(analysis)).toEqual(EXPECTED);
    expect(analysis.summary).toBe("It was written by another.");
  });

  it("are found anew by another analysis", async () => {
    const { session_id: id } = await analyse();
    await emptyEntities(id);
    const again = await requestJson<Analysis>(`/api/analyze/sessions/${id}/reanalyse`, {
      method: "POST",
    });
    expect(shortened(again.body)).toEqual(EXPECTED);
  });
});

describe("a session from before there were entities", () => {
  it("answers that it has none, and is summarised anew from its text", async () => {
    const { session_id: id } = await analyse();
    await emptyEntities(id);
    const { body } = await requestJson<Analysis>(`/api/analyze/${id}`);
    expect(body.entities).toEqual(NO_ENTITIES);
    const path = `/api/analyze/sessions/${id}`;
    const status = JSON.stringify({ review_status: "rejected" });
    await request(`${path}/techniques/T1566`, { method: "PATCH", body: status });
    const accepted = JSON.stringify({ review_status: "accepted" });
    await request(`${path}/techniques/T1059.001`, { method: "PATCH", body: accepted });
    const markdown = await (await request(`/api/export/analysis/${id}/markdown`)).text();
    const plain = markdown.replaceAll("\\", "").replaceAll("&amp;", "&");
    expect(plain).toContain("the group APT29 (G0016, also called Cozy Bear)");
    expect(plain).toContain("The actors executed code (PowerShell, T1059.001).");
    expect(plain).toContain(
      "supports one technique of ATT&CK Enterprise 18.1, confirmed by a person.",
    );
    expect(plain).not.toContain("Phishing");
  });
});

describe("the index of a release", () => {
  it("has the software, also where it was stored without", async () => {
    const context = testServices();
    const index = await resolveIndex(context, { domain: "enterprise-attack" });
    expect(index.software).toMatchObject([{ attack_id: "S0002", name: "Mimikatz", type: "tool" }]);
    const key = `releases/${index.release_id}/index.json`;
    const whole = await env.FILES.get(key);
    const { software: _software, ...older } = (await whole?.json<Record<string, unknown>>()) ?? {};
    await env.FILES.put("releases/9999/index.json", JSON.stringify(older));
    const software = new SoftwareStore(openKnowledgeDb(env.KNOWLEDGE_DB));
    const store = new IndexStore(env.FILES, {
      list: async () => await software.list(index.release_id),
    });
    const read = await store.get(9999, "a sum of its own");
    expect(read.software).toEqual(index.software);
    expect(read.groups).toEqual(index.groups);
    await env.FILES.delete("releases/9999/index.json");
  });
});

async function emptyEntities(id: string): Promise<void> {
  await env.WORKSPACE_DB.prepare("UPDATE sessions SET entities = '{}' WHERE id = ?").bind(id).run();
}
