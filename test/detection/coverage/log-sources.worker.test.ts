import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import type {
  DettectImport,
  LogInventoryView,
} from "../../../src/detection/coverage/log-sources/schema.ts";
import type { LogSource } from "../../../src/knowledge/attack/detections/schema.ts";
import { emptyCoverage, ingestPlanted, json, putInventory } from "../../support/coverage.ts";
import { request, requestJson } from "../../support/service.ts";

const PATH = "/api/coverage/log-sources";

const readAll = async () => (await requestJson<LogInventoryView>(PATH)).body;
const put = async (entries: object[], more: object = {}) =>
  await requestJson<LogInventoryView>(PATH, json({ entries, ...more }, "PUT"));
const send = async (file: string, method = "PUT", query = "") =>
  await requestJson<DettectImport>(`${PATH}/dettect${query}`, { method, body: file });
const exported = async () => await (await request(`${PATH}/dettect`)).text();

async function trail(): Promise<{ actor: string; details: Record<string, unknown> }[]> {
  const { results } = await env.WORKSPACE_DB.prepare(
    "select actor, details from audit where action = 'coverage.log_sources' order by seq",
  ).all<{ actor: string; details: string }>();
  return results.map(({ actor, details }) => ({ actor, details: JSON.parse(details) }));
}

const quality = (score: number) => ({
  device_completeness: score,
  data_field_completeness: score,
  timeliness: score,
  consistency: score,
  retention: score,
});
const detail = (more: object = {}) => ({
  applicable_to: ["all"],
  date_registered: "2024-01-01",
  date_connected: "2024-02-02",
  products: ["Product"],
  available_for_data_analytics: true,
  comment: "",
  data_quality: quality(3),
  ...more,
});
const file = (
  sources: object[],
  systems: object[] = [{ applicable_to: "all", platform: ["all"] }],
) =>
  stringify({
    version: 1.1,
    file_type: "data-source-administration",
    name: "ours",
    systems,
    data_sources: sources,
  });

beforeAll(async () => {
  await ingestPlanted([
    {
      id: "T1059",
      name: "Command and Scripting Interpreter",
      analytics: [
        {
          platforms: ["Windows", "macOS", "Office Suite"],
          reads: [
            [1, "WinEventLog:Sysmon", "EventCode=1"],
            [2, "WinEventLog:Sysmon", "EventCode=3, 22"],
          ],
        },
      ],
    },
  ]);
});
beforeEach(emptyCoverage);

describe("the inventory", () => {
  it("is empty before the first change", async () => {
    expect(await readAll()).toEqual({
      revision: 0,
      entries: [],
      updated_by: null,
      updated_at: null,
      domain: "enterprise-attack",
      version: "19.1",
      unknown_names: [],
      warnings: [],
    });
  });

  it("is replaced whole, sorted, and recorded with what changed", async () => {
    const before = (await trail()).length;
    const first = await put([
      { name: "WinEventLog:Sysmon", channels: ["EventCode=3", "EventCode=1", "eventcode=1"] },
      { name: "auditd:SYSCALL", note: "Сервер\u202e", since: "2026-01-31" },
    ]);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      revision: 1,
      updated_by: "local",
      entries: [
        { kind: "log_source", name: "auditd:SYSCALL", note: "Сервер", since: "2026-01-31" },
        { name: "WinEventLog:Sysmon", channels: ["EventCode=1", "EventCode=3"], platforms: [] },
      ],
      unknown_names: ["auditd:SYSCALL"],
      warnings: ["19.1 does not have auditd:SYSCALL; such entries cover no analytic of it."],
    });
    await put([{ name: "auditd:SYSCALL", note: "Two" }, { name: "日志" }]);
    expect((await readAll()).revision).toBe(2);
    expect((await trail()).slice(before).map(({ details }) => details)).toEqual([
      { entries: 2, added: 2, removed: 0, changed: 0 },
      { entries: 2, added: 1, removed: 1, changed: 1 },
    ]);
  });

  it("stays as it is, without an entry in the trail, where the same list comes again", async () => {
    const list = [{ name: "b", platforms: ["Linux", "Windows"] }, { name: "a" }];
    await put(list);
    const before = await trail();
    const again = await put([{ name: "a" }, { name: "b", platforms: ["Windows", "Linux"] }]);
    expect(again.body.revision).toBe(1);
    expect(await trail()).toEqual(before);
  });

  it("refuses a list made from an older state, also of two that come at once", async () => {
    await put([{ name: "a" }]);
    const old = await put([{ name: "b" }], { revision: 0 });
    expect(old.status).toBe(409);
    const two = await Promise.all(
      ["c", "d"].map(async (name) => (await put([{ name }], { revision: 1 })).status),
    );
    expect(two.sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await readAll()).revision).toBe(2);
  });

  it.each([
    ["two that say the same", [{ name: "A" }, { name: "b" }, { name: "ａ " }], "/entries/2"],
    ["a blank name", [{ name: " " }], "/entries/0/name"],
    ["a name that is too long", [{ name: "x".repeat(201) }], "/entries/0/name"],
    ["a date that is none", [{ name: "a", since: "2026-02-31" }], "/entries/0/since"],
    ["a word of Sigma that is none", [{ name: "sigma:colour=red" }], "/entries/0/name"],
    ["a channel of the wrong type", [{ name: "a", channels: [1] }], "/entries/0/channels/0"],
    [
      "a component with channels",
      [{ kind: "component", name: "a", channels: ["b"] }],
      "/entries/0/channels",
    ],
    ["what nobody knows", [{ name: "a", colour: "red" }], "/entries/0/colour"],
  ])("refuses %s", async (_what, entries, pointer) => {
    const { status, body } = await requestJson<{ errors: { pointer: string }[] }>(
      PATH,
      json({ entries }, "PUT"),
    );
    expect(status).toBe(422);
    expect(body.errors[0]?.pointer).toBe(pointer);
    expect((await readAll()).revision).toBe(0);
  });

  it("refuses more than a row holds", async () => {
    const many = Array.from({ length: 2001 }, (_, n) => ({ name: `n${n}` }));
    expect((await put(many)).status).toBe(422);
    const large = Array.from({ length: 600 }, (_, n) => ({
      name: `n${n}`,
      note: "ж".repeat(1000),
    }));
    expect((await put(large)).status).toBe(413);
  });
});

describe("the log sources that a release names", () => {
  const list = async (query = "") =>
    (await requestJson<LogSource[]>(`/api/attack/log-sources${query}`)).body.map(
      ({ name, platforms }) => [name, platforms],
    );

  it("are on the system that writes them, whatever analytics read them", async () => {
    const sysmon = [["WinEventLog:Sysmon", ["Windows"]]];
    expect(await list()).toEqual(sysmon);
    expect(await list("?platform=windows")).toEqual(sysmon);
    expect(await list("?platform=Office%20Suite")).toEqual([]);
  });
});

describe("files of DeTT&CT", () => {
  it("give components, with platforms, dates and quality", async () => {
    const systems = [
      { applicable_to: "Servers", platform: ["linux", "Windows"] },
      { applicable_to: "Clients", platform: ["windows"] },
    ];
    const { status, body } = await send(
      file(
        [
          {
            data_source_name: "Process Creation",
            data_source: [
              detail({ applicable_to: ["clients"], comment: "Sysmon" }),
              detail({ applicable_to: ["Servers"], data_quality: quality(0) }),
              detail({ applicable_to: ["all"], available_for_data_analytics: false }),
            ],
          },
          {
            data_source_name: "Web",
            data_source: [detail({ date_connected: null, products: [null] })],
          },
        ],
        systems,
      ),
    );
    expect(status).toBe(200);
    expect(body.entries).toEqual([
      {
        kind: "component",
        name: "Process Creation",
        channels: [],
        platforms: ["Windows"],
        note: "Sysmon",
        since: "2024-02-02",
        products: ["Product"],
        quality: quality(3),
      },
      {
        kind: "component",
        name: "Web",
        channels: [],
        platforms: ["Linux", "Windows"],
        note: "",
        since: null,
        products: [],
        quality: quality(3),
      },
    ]);
    expect(body.passed_over).toEqual([
      {
        pointer: "/data_sources/0/data_source/1",
        name: "Process Creation",
        reason: "All of its data quality is 0.",
      },
      {
        pointer: "/data_sources/0/data_source/2",
        name: "Process Creation",
        reason: "It is not available for data analytics.",
      },
    ]);
    expect(body.unknown_names).toEqual(["Web"]);
    expect((await trail()).at(-1)?.details).toMatchObject({ added: 2, from: "dettect" });
  });

  it("of version 1.0 have one detail next to the name, and one platform", async () => {
    const old = [
      "%YAML 1.2",
      "---",
      "version: 1.0",
      "file_type: data-source-administration",
      "platform: windows",
      "data_sources:",
      "  # Written manually, as the samples of DeTT&CT are.",
      "  - data_source_name: Process monitoring",
      "    date_registered: 2024-01-01",
      "    date_connected: 2024-02-02",
      "    products: [None]",
      "    available_for_data_analytics: True",
      "    comment: ''",
      "    data_quality: {device_completeness: 5, data_field_completeness: 4, timeliness: 3, consistency: 2, retention: 0}",
      "  - data_source_name: Web proxy",
      "    date_registered:",
      "    date_connected:",
      "    products: []",
      "    available_for_data_analytics: False",
      "exceptions:",
      "  - technique_id:",
    ].join("\n");
    const { body } = await send(old);
    expect(body.entries).toMatchObject([
      {
        name: "Process monitoring",
        platforms: ["Windows"],
        since: "2024-02-02",
        products: [],
        quality: {
          device_completeness: 5,
          data_field_completeness: 4,
          timeliness: 3,
          consistency: 2,
          retention: 0,
        },
      },
    ]);
    expect(body.passed_over).toMatchObject([{ name: "Web proxy" }]);
  });

  it("that we wrote give the same inventory again", async () => {
    const { body: before } = await put([
      {
        name: "WinEventLog:Sysmon",
        channels: ["EventCode=1"],
        platforms: ["Windows"],
        note: "a\nb",
      },
      { name: "WinEventLog:Sysmon", platforms: ["Linux", "macOS"], since: "2026-01-31" },
      { name: "auditd:SYSCALL", products: ["auditd 4", "osquery"] },
      { kind: "component", name: "Process Creation", quality: quality(2) },
      { kind: "component", name: "Процесс: 日志", channels: [] },
      { name: "sigma:product=okta,service=okta" },
    ]);
    const text = await exported();
    const value = parse(text) as {
      data_sources: { data_source_name: string; data_source: object[] }[];
    };
    expect(value).toMatchObject({ version: 1.1, file_type: "data-source-administration" });
    // Under the components that it feeds; what feeds none is in our own lines alone.
    expect(value.data_sources.map(({ data_source_name: name }) => name)).toEqual([
      "Network Connection Creation",
      "Process Creation",
      "Процесс: 日志",
    ]);
    expect(value.data_sources[1]?.data_source).toMatchObject([
      { products: [""], data_quality: quality(2) },
      { applicable_to: ["Windows"], comment: "a\nb", made_from_log_inventory: true },
      { applicable_to: ["Linux, macOS"], products: ["WinEventLog:Sysmon"] },
    ]);
    await emptyCoverage();
    const { body: after } = await send(text);
    expect(after.entries).toEqual(before.entries);
    expect(after.merged).toBe(0);
    // And again, which changes nothing.
    expect((await send(await exported())).body.revision).toBe(1);
  });

  it("that we wrote have one detail per data source and system, as DeTT&CT demands", async () => {
    const { body: before } = await put([
      { name: "WinEventLog:Sysmon", platforms: ["Windows"] },
      { kind: "component", name: "Process Creation", platforms: ["windows"] },
      { kind: "component", name: "Process Creation" },
    ]);
    const text = await exported();
    const value = parse(text) as {
      exceptions?: unknown;
      systems: { applicable_to: string; platform: string[] }[];
      data_sources: { data_source_name: string; data_source: { applicable_to: string[] }[] }[];
    };
    // An empty list of exceptions stops the health check of DeTT&CT 1.5 with an error.
    expect(value.exceptions).toBeUndefined();
    expect(value.systems).toEqual([
      { applicable_to: "Windows", platform: ["Windows"] },
      { applicable_to: "every platform", platform: ["all"] },
    ]);
    const processes = value.data_sources.find(
      ({ data_source_name: name }) => name === "Process Creation",
    );
    expect(processes?.data_source.map(({ applicable_to: systems }) => systems)).toEqual([
      ["Windows"],
      ["every platform"],
    ]);
    await emptyCoverage();
    const { body: after } = await send(text);
    const spelled = before.entries.map((entry) => ({
      ...entry,
      platforms: entry.platforms.map((name) => (name === "windows" ? "Windows" : name)),
    }));
    expect(after.entries).toEqual(spelled);
  });

  it("that we wrote of the largest inventory can be read again", async () => {
    const many = Array.from({ length: 2000 }, (_, n) => ({
      kind: n % 2 === 0 ? "log_source" : "component",
      name: n % 2 === 0 ? "WinEventLog:Sysmon" : "Process Creation",
      platforms: [`P${n}`],
      products: ["Product of ours"],
    }));
    const { body: before } = await put(many);
    const { body: after } = await send(await exported());
    expect(after.entries).toEqual(before.entries);
    expect(after.revision).toBe(before.revision);
  });

  it("that were edited since keep the log sources and take the edit", async () => {
    await put([{ name: "WinEventLog:Sysmon" }]);
    const value = parse(await exported()) as { data_sources: object[] };
    value.data_sources.push({ data_source_name: "File Creation", data_source: [detail()] });
    expect((await send(stringify(value))).body.entries).toMatchObject([
      { kind: "component", name: "File Creation" },
      { kind: "log_source", name: "WinEventLog:Sysmon" },
    ]);
  });

  it("are added to what is there, and merged with what says the same", async () => {
    await put([
      { kind: "component", name: "Process Creation", note: "Ours", since: "2025-01-01" },
      { name: "WinEventLog:Sysmon" },
    ]);
    const added = file([
      { data_source_name: "process creation", data_source: [detail({ comment: "Theirs" })] },
      { data_source_name: "File Creation", data_source: [detail(), detail({ comment: "Twice" })] },
    ]);
    const { body } = await send(added, "POST");
    expect(body).toMatchObject({ imported: 2, merged: 1, revision: 2 });
    expect(body.entries).toMatchObject([
      { name: "File Creation", note: "Twice" },
      { name: "Process Creation", note: "Ours\nTheirs", since: "2024-02-02" },
      { name: "WinEventLog:Sysmon" },
    ]);
    expect((await send(added, "POST", "?revision=1")).status).toBe(409);
  });

  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x, x]",
    ..."bcdefgh".split("").map((name, place) => {
      const before = "abcdefg"[place] ?? "a";
      return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(", ")}]`;
    }),
    "file_type: data-source-administration",
    "data_sources: *h",
  ].join("\n");
  it.each([
    ["nothing", "", 422],
    ["another kind of file", "file_type: technique-administration\ndata_sources: []", 422],
    ["no list of data sources", "file_type: data-source-administration\ndata_sources: 1", 422],
    ["a list", "- 1\n- 2", 422],
    ["broken YAML", "file_type: [", 422],
    ["tabs", "file_type:\n\t- x", 422],
    ["aliases that grow", bomb, 422],
    ["brackets without end", "[".repeat(50_000), 422],
    ["tokens without end", `[${"a,".repeat(200_000)}]`, 413],
    ["more than a body holds", "#".repeat(3 * 1024 * 1024), 413],
    [
      "a name that is too long",
      file([{ data_source_name: "x".repeat(300), data_source: [detail()] }]),
      422,
    ],
    [
      "a line of ours that is none",
      "file_type: data-source-administration\ndata_sources: []\nlog_inventory: |\n  {x\n",
      422,
    ],
    ["no name", file([{ data_source_name: "", data_source: [detail()] }]), 422],
  ])("with %s are refused, and the inventory stays", async (_what, text, status) => {
    await put([{ name: "a" }]);
    const answer = await requestJson<{ detail: string }>(`${PATH}/dettect`, {
      method: "PUT",
      body: text,
    });
    expect([answer.status, (await readAll()).revision]).toEqual([status, 1]);
    expect(answer.body.detail.length).toBeLessThan(500);
  });

  it("in another encoding are refused", async () => {
    const { status } = await requestJson(`${PATH}/dettect`, {
      method: "PUT",
      body: new Uint8Array([0xff, 0xfe, 0x61, 0x00]),
    });
    expect(status).toBe(422);
  });
});

it("counts for coverage at once", async () => {
  await putInventory([{ name: "WinEventLog:Sysmon", channels: ["EventCode=1"] }]);
  const { body } = await requestJson<{ summary: object }>("/api/coverage");
  expect(body.summary).toMatchObject({ data_without_rule: 1 });
});
