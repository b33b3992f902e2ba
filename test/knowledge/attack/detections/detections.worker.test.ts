import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type {
  LogSource,
  TechniqueDetection,
  TechniqueMitigation,
} from "../../../../src/knowledge/attack/detections/schema.ts";
import { smallBundle, stixIds } from "../../../support/bundles.ts";
import { dataSourceObjects, detectionObjects, make, source } from "../../../support/detections.ts";
import { ingest, request, requestJson } from "../../../support/service.ts";

const TECHNIQUES = "/api/attack/techniques";
const detection = async (id: string, query = "") =>
  (await requestJson<TechniqueDetection>(`${TECHNIQUES}/${id}/detection${query}`)).body;
const sources = async (query = "") =>
  (await requestJson<LogSource[]>(`/api/attack/log-sources${query}`)).body;

beforeAll(async () => {
  await ingest(smallBundle("18.1", "2.0", detectionObjects()));
  await ingest(smallBundle("17.1", "2.1", dataSourceObjects()));
});

describe("GET /api/attack/techniques/{attack_id}/detection", () => {
  it("leads from strategies over analytics to log sources", async () => {
    const body = await detection("t1059.001");
    expect(body).toMatchObject({
      attack_id: "T1059.001",
      name: "PowerShell",
      version: "18.1",
      model: "detection_strategies",
      log_source_count: null,
      data_sources: [],
      strategies: [{ attack_id: "DET0001", name: "Detection of PowerShell" }],
    });
    expect(body.strategies[0]?.analytics).toMatchObject([
      {
        attack_id: "AN0001",
        description: "What analytic 1 looks for.",
        platforms: ["Windows"],
        covered: null,
        mutable_elements: [
          { field: "TimeWindow", description: "Time between the two events." },
          { field: "UserContext", description: "Accounts that may do this." },
        ],
      },
      { attack_id: "AN0002", platforms: ["Linux"], mutable_elements: [] },
    ]);
  });

  it("cleans what is certain, and says what a channel is", async () => {
    const body = await detection("T1059.001");
    expect(body.strategies[0]?.analytics[0]?.log_sources).toEqual([
      {
        component: { attack_id: "DC0032", name: "Process Creation" },
        name: "WinEventLog:Sysmon",
        channel: "EventCode=1",
        channel_kind: "event_codes",
        event_codes: [1],
        covered: null,
      },
      {
        component: { attack_id: "DC0082", name: "Network Connection Creation" },
        name: "WinEventLog:Sysmon",
        channel: "EventCode=3, 22",
        channel_kind: "event_codes",
        event_codes: [3, 22],
        covered: null,
      },
      {
        component: null,
        name: "Internet Scan",
        channel: null,
        channel_kind: "none",
        event_codes: [],
        covered: null,
      },
    ]);
  });

  it.each([
    ["WinEventLog:Sysmon", ["all", "all", "none"], ["some", "none"]],
    ["wineventlog:sysmon:eventcode=22", ["none", "some", "none"], ["some", "none"]],
    ["WinEventLog:Sysmon:EventCode=3, 22", ["none", "all", "none"], ["some", "none"]],
    ["AUDITD:SYSCALL:execve, internet  scan", ["none", "none", "all"], ["some", "all"]],
    ["WinEventLog", ["none", "none", "none"], ["none", "none"]],
    ["журнал,日志", ["none", "none", "none"], ["none", "none"]],
  ])("tells what an inventory of %s has", async (inventory, references, analytics) => {
    const body = await detection("T1059.001", `?log_sources=${encodeURIComponent(inventory)}`);
    const found = body.strategies[0]?.analytics ?? [];
    expect(found[0]?.log_sources.map(({ covered }) => covered)).toEqual(references);
    expect(found.map(({ covered }) => covered)).toEqual(analytics);
  });

  it("answers empty lists for a technique without a strategy, and a log source", async () => {
    expect(await detection("T1059")).toMatchObject({ strategies: [], data_sources: [] });
    const [strategy] = (await detection("T1566", "?log_sources=x")).strategies;
    expect(strategy?.analytics).toMatchObject([{ log_sources: [], covered: null }]);
    expect(await detection("T1059", "?log_sources=,%20,")).toMatchObject({
      log_source_count: null,
    });
  });

  it("follows a revoked technique, and refuses what is none", async () => {
    expect((await detection("T1086")).attack_id).toBe("T1059.001");
    for (const [id, status] of [
      ["T9999", 404],
      ["T1000", 404],
      ["lunch", 400],
    ]) {
      for (const what of ["detection", "mitigations"]) {
        expect((await request(`${TECHNIQUES}/${id}/${what}`)).status).toBe(status);
      }
    }
    const long = `?log_sources=${"x".repeat(8001)}`;
    expect((await request(`${TECHNIQUES}/T1059/detection${long}`)).status).toBe(422);
    expect((await request(`${TECHNIQUES}/T1059/detection?version=1.0`)).status).toBe(404);
  });

  it("answers with data sources of a release before 18", async () => {
    const body = await detection("T1059.001", "?version=17.1&log_sources=process:process%20access");
    expect(body).toMatchObject({ model: "data_sources", strategies: [], log_source_count: 1 });
    expect(body.data_sources).toEqual([
      {
        attack_id: "DS0009",
        name: "Process",
        platforms: ["Windows", "Linux"],
        components: [
          {
            attack_id: null,
            name: "Process Creation",
            description: "How it helps.",
            covered: "none",
          },
          { attack_id: null, name: "Process Access", description: "How it helps.", covered: "all" },
        ],
      },
    ]);
    expect(await detection("T1566", "?version=17.1")).toMatchObject({ data_sources: [] });
  });

  it("says when a release was stored without it", async () => {
    await ingest(smallBundle("16.1"));
    const row = await env.KNOWLEDGE_DB.prepare(
      "SELECT id FROM releases WHERE version = '16.1'",
    ).first<{ id: number }>();
    await env.FILES.delete(`releases/${row?.id}/detections.json`);
    expect(await detection("T1059", "?version=16.1")).toMatchObject({
      model: "not_stored",
      strategies: [],
    });
    await ingest(smallBundle("16.0"));
    expect(await detection("T1059", "?version=16.0")).toMatchObject({ model: "none" });
  });

  it("is kept under an entity tag", async () => {
    const first = await request(`${TECHNIQUES}/T1059.001/detection`);
    const etag = first.headers.get("ETag") ?? "";
    expect(etag).not.toBe("");
    const second = await request(`${TECHNIQUES}/T1059.001/detection`, {
      headers: { "If-None-Match": etag },
    });
    expect(second.status).toBe(304);
  });
});

describe("GET /api/attack/techniques/{attack_id}/mitigations", () => {
  it("lists the active ones with what each does", async () => {
    const { body, headers } = await requestJson<TechniqueMitigation[]>(
      `${TECHNIQUES}/T1059.001/mitigations`,
    );
    expect(headers.get("X-Total-Count")).toBe("2");
    expect(body).toMatchObject([
      { attack_id: "M1045", name: "Code Signing", use: "How it helps." },
      { attack_id: "M1049", description: "What Antivirus/Antimalware is." },
    ]);
    const none = await requestJson(`${TECHNIQUES}/T1059/mitigations`);
    expect(none).toMatchObject({ status: 200, body: [] });
    const page = await requestJson<TechniqueMitigation[]>(
      `${TECHNIQUES}/T1059.001/mitigations?limit=1&offset=1`,
    );
    expect(page.body.map(({ attack_id: id }) => id)).toEqual(["M1049"]);
  });
});

describe("GET /api/attack/log-sources", () => {
  it("lists each once, with who needs it", async () => {
    const all = await sources();
    expect(all.map(({ name }) => name)).toEqual([
      "auditd:SYSCALL",
      "esxi:shell",
      "Internet Scan",
      "WinEventLog:Sysmon",
    ]);
    expect(all[3]).toEqual({
      name: "WinEventLog:Sysmon",
      kind: "log_source",
      domain: "enterprise-attack",
      version: "18.1",
      channels: [
        { channel: "EventCode=1", channel_kind: "event_codes", event_codes: [1] },
        { channel: "EventCode=3, 22", channel_kind: "event_codes", event_codes: [3, 22] },
      ],
      components: [
        { attack_id: "DC0082", name: "Network Connection Creation" },
        { attack_id: "DC0032", name: "Process Creation" },
      ],
      platforms: ["Windows"],
      techniques: ["T1059.001"],
    });
    expect(all[1]).toMatchObject({ channels: [], platforms: [], techniques: [] });
  });

  it.each([
    ["?platform=LINUX", ["auditd:SYSCALL"]],
    ["?platform=Toaster", []],
    ["?search=execve", ["auditd:SYSCALL"]],
    ["?search=dc0082", ["WinEventLog:Sysmon"]],
    ["?search=%25", []],
    ["?limit=1&offset=2", ["Internet Scan"]],
    ["?version=17.1", ["Process"]],
    ["?version=17.1&platform=macOS", []],
  ])("%s keeps %j", async (query, names) => {
    expect((await sources(query)).map(({ name }) => name)).toEqual(names);
  });

  it("answers with data sources of a release before 18", async () => {
    expect(await sources("?version=17.1")).toMatchObject([
      {
        kind: "data_source",
        components: [{ name: "Process Access" }, { name: "Process Creation" }],
        techniques: ["T1059", "T1059.001"],
      },
    ]);
  });
});

describe("a hostile bundle", () => {
  const NAMES = [
    "журнал:событие",
    "日志:系统",
    "سجل:نظام",
    "a\u202eb\u0000:c",
    '"\\`{{x}}',
    "__proto__",
  ];

  beforeAll(async () => {
    const references = Array.from({ length: 10_000 }, (_, place) =>
      source(1, `${NAMES[place % NAMES.length]}${place < 6 ? "" : place}`, `канал ${place}`),
    );
    const strategy = make.strategy(21, "DET0021", "Circles", [21, 22]);
    const ref = (object: Record<string, unknown>) => String(object["id"]);
    await ingest(
      smallBundle("20.0", "2.1", [
        ...detectionObjects(),
        make.analytic(21, "AN0021", { x_mitre_log_source_references: references }),
        make.analytic(22, "AN0021", { x_mitre_platforms: { a: 1 }, description: ["x"] }),
        { ...strategy, x_mitre_analytic_refs: [ref(strategy), make.analytic(21, "x")["id"]] },
        make.relation(301, "detects", ref(strategy), stixIds.technique(1)),
        make.relation(302, "detects", ref(strategy), ref(strategy)),
        make.relation(303, "mitigates", stixIds.technique(1), stixIds.technique(1)),
        make.relation(305, "detects", ref(strategy), stixIds.group(1)),
        make.relation(304, "detects", stixIds.technique(1), ref(strategy)),
      ] as never),
    );
  });

  it("answers with what of it is whole", async () => {
    const all = await sources("?version=20.0");
    expect(all).toHaveLength(10_004);
    // The group that the strategy also names is no technique.
    expect(all.find(({ name }) => name === "__proto__")?.techniques).toEqual(["T1059"]);
    expect(await sources("?version=20.0&search=системА9")).toEqual([]);
    expect(
      await sources(`?version=20.0&search=${encodeURIComponent("СОБЫТИЕ6")}&limit=1`),
    ).toMatchObject([{ name: "журнал:событие6" }]);
    const body = await detection("T1059", "?version=20.0&log_sources=日志:系统");
    const [analytic] = body.strategies[0]?.analytics ?? [];
    expect(analytic?.covered).toBe("some");
    expect(analytic?.log_sources.filter(({ covered }) => covered === "all")).toHaveLength(1);
  });

  it("is drafted from all the same", async () => {
    const { status, body } = await requestJson<{ validation: object }>(
      "/api/pipeline/rules/generate",
      {
        method: "POST",
        body: JSON.stringify({ title: "x", technique_id: "T1059", language: "spl" }),
      },
    );
    expect(status).toBe(201);
    expect(body.validation).toMatchObject({ valid: true });
  });
});
