import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { COVERAGE_COLUMNS } from "../../../src/detection/coverage/states/exports/coverage-csv.ts";
import { STANDING_LOOKS } from "../../../src/detection/coverage/states/exports/state-looks.ts";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import { readNavigator } from "../../../src/sharing/layers/navigator/read-navigator.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import {
  emptyCoverage,
  ingestPlanted,
  plantRules,
  putInventory,
  ruleId,
} from "../../support/coverage.ts";
import { readCsv } from "../../support/csv.ts";
import { form, request, requestJson } from "../../support/service.ts";

const PROCESSES = { product: "windows", category: "process_creation" };
const TITLE = "=cmd|' /C calc'!A1; Правило 规则 <b>";

const textOf = async (path: string) => {
  const response = await request(path);
  expect([path, response.status]).toEqual([path, 200]);
  const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()), LIMITS);
  return text.replace(/\s+/g, " ");
};

beforeAll(async () => {
  await ingestPlanted([
    {
      id: "T1059",
      name: "Command and Scripting Interpreter",
      analytics: [{ platforms: ["Windows"], reads: [[1, "WinEventLog:Sysmon", "EventCode=1"]] }],
    },
    {
      id: "T1059.001",
      name: "PowerShell",
      analytics: [{ platforms: ["Windows"], reads: [[1, "WinEventLog:Sysmon", "EventCode=1"]] }],
    },
    {
      id: "T1566",
      name: "Phishing",
      analytics: [{ platforms: ["Windows"], reads: [[2, "WinEventLog:Sysmon", "EventCode=3"]] }],
    },
  ]);
});
beforeEach(async () => {
  await emptyCoverage();
  await putInventory([{ name: "WinEventLog:Sysmon", channels: ["EventCode=1"] }]);
  await plantRules([
    { id: ruleId(1), title: TITLE, techniques: ["T1059.001"], logsource: PROCESSES },
  ]);
});

describe("coverage as a file", () => {
  it("is a Navigator layer with a colour for each state, its legend and its proof", async () => {
    const response = await request("/api/coverage/navigator?technique_ids=T1059,T1059.001,T1566");
    expect(response.headers.get("Content-Disposition")).toContain("coverage.navigator.json");
    const bytes = new Uint8Array(await response.arrayBuffer());
    const layer = JSON.parse(new TextDecoder().decode(bytes));
    expect(layer).toMatchObject({
      versions: { attack: "19", layer: "4.5" },
      domain: "enterprise-attack",
      name: "Coverage of 3 techniques",
    });
    expect(layer.legendItems).toHaveLength(5);
    expect(layer.techniques).toMatchObject([
      {
        techniqueID: "T1059",
        color: STANDING_LOOKS.data_without_rule.color,
        comment: expect.stringContaining("With its family: should fire"),
      },
      {
        techniqueID: "T1059.001",
        color: STANDING_LOOKS.should_fire.color,
        metadata: [
          { name: "state", value: "detected" },
          { name: "detection", value: "should_fire" },
          { name: "family_state", value: "detected" },
          { name: "enabled rules", value: "1" },
        ],
      },
      {
        techniqueID: "T1566",
        color: STANDING_LOOKS.blind.color,
        comment: expect.stringContaining("Not collected: WinEventLog:Sysmon"),
      },
    ]);
    // As our own import takes it, which checks every part of the format that is kept.
    const read = readNavigator(layer);
    expect([...read.technique_ids].sort()).toEqual(["T1059", "T1059.001", "T1566"]);
    expect(read.not_kept).toEqual([]);
  });

  it("is a CSV file whose cells no spreadsheet runs", async () => {
    const response = await request("/api/coverage/csv");
    expect(response.headers.get("Content-Type")).toContain("text/csv");
    const [head, ...rows] = readCsv(await response.text());
    expect(head).toEqual([...COVERAGE_COLUMNS]);
    const cells = rows.map((row) => Object.fromEntries(row.map((cell, at) => [head?.[at], cell])));
    expect(cells).toMatchObject([
      { attack_id: "T1059", state: "data_without_rule", family_state: "detected", rules: "" },
      {
        attack_id: "T1059.001",
        state: "detected",
        rule_count: "1",
        analytic_count: "1",
        log_sources_collected: "WinEventLog:Sysmon",
        log_sources_missing: "",
      },
      { attack_id: "T1566", state: "blind", log_sources_missing: "WinEventLog:Sysmon" },
    ]);
    expect(cells[1]?.["rules"]).toBe(`'${TITLE}`);
  });

  it("is a PDF with all of it, the same bytes each time", async () => {
    const path = "/api/coverage/pdf?technique_ids=T1059,T1059.001,T1566&platforms=Windows";
    const text = await textOf(path);
    const parts = [
      "DETECTION COVERAGE",
      "3 techniques",
      "ATT&CK Enterprise 19.1",
      "1 enabled, 0 drafts, 0 disabled",
      "1 entry, revision 1",
      "Правило 规则",
      "PowerShell",
      "missing: WinEventLog:Sysmon",
      "with its family: should fire",
      "0 proven",
    ];
    for (const part of parts) expect(text).toContain(part);
    const bytes = async () => await (await request(path)).arrayBuffer();
    expect(new Uint8Array(await bytes())).toEqual(new Uint8Array(await bytes()));
  });

  it.each(["navigator", "csv", "pdf"])("refuses what is not there, as %s", async (kind) => {
    const { status } = await requestJson(`/api/coverage/${kind}?layer_id=${ruleId(9)}`);
    expect(status).toBe(404);
    expect((await requestJson(`/api/coverage/${kind}?colour=red`)).status).toBe(422);
  });
});

describe("the exports of a session", () => {
  let id = "";
  const path = (kind: string) => `/api/export/analysis/${id}${kind}`;
  const read = async (kind: string) => await (await request(path(kind))).text();
  beforeAll(async () => {
    const text = "They used PowerShell (T1059.001) and phishing (T1566).";
    id = (await requestJson<{ session_id: string }>("/api/analyze", form({ text }))).body
      .session_id;
  });

  it("tell what the team would see of it", async () => {
    const markdown = await read("/markdown");
    expect(markdown).toContain("## Detection coverage");
    expect(markdown).toMatch(/T1566 Phishing \| Blind \| none \| missing: WinEventLog:Sysmon/);
    expect(markdown.indexOf("| T1566 Phishing")).toBeLessThan(
      markdown.indexOf("| T1059.001 PowerShell | Should fire"),
    );
    const [head, ...rows] = readCsv(await read("/csv"));
    const state = head?.indexOf("coverage_state") ?? -1;
    expect(Object.fromEntries(rows.map((row) => [row[0], row[state]]))).toEqual({
      "T1059.001": "detected",
      T1566: "blind",
    });
    const layer = JSON.parse(await read("/navigator"));
    expect(layer.techniques[1].metadata).toContainEqual({ name: "coverage", value: "blind" });
    const text = await textOf(path(""));
    expect(text).toContain("Detection coverage");
    expect(text).toContain("2 techniques: 0 proven, 1 should fire, 0 rule without data");
  });

  it("bear the marking of the session, as coverage of it does", async () => {
    await requestJson(`/api/analyze/sessions/${id}`, {
      method: "PATCH",
      body: JSON.stringify({ tlp: "red" }),
    });
    const { body } = await requestJson(`/api/coverage?session_id=${id}`);
    expect(body).toMatchObject({ marking: "TLP:RED", marking_decided: true });
    expect(await textOf(`/api/coverage/pdf?session_id=${id}`)).toContain("TLP:RED");
    expect(await (await request(`/api/coverage/navigator?session_id=${id}`)).text()).toContain(
      "TLP:RED",
    );
    const { body: other } = await requestJson("/api/coverage");
    expect(other).toMatchObject({ marking: null, marking_decided: false });
  });

  it("say of a marking that only the report prints that nobody decided it", async () => {
    const text = "TLP:GREEN. They ran T1059.001 there.";
    const analysed = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
    const of = `?session_id=${analysed.body.session_id}`;
    const { body } = await requestJson(`/api/coverage${of}`);
    expect(body).toMatchObject({ marking: "TLP:GREEN", marking_decided: false });
    expect(await textOf(`/api/coverage/pdf${of}`)).toContain("not decided here");
    expect(await (await request(`/api/coverage/navigator${of}`)).text()).toContain(
      "TLP:GREEN (marked in the report, not decided here)",
    );
  });

  it("stay as they were where the team has neither an inventory nor an enabled rule", async () => {
    await emptyCoverage();
    await plantRules([
      { id: ruleId(1), title: TITLE, techniques: ["T1566"], logsource: PROCESSES, state: "draft" },
    ]);
    expect(await read("/markdown")).not.toContain("Detection coverage");
    expect((await read("/csv")).split("\r\n")[0]).not.toContain("coverage");
    expect(await read("/navigator")).not.toContain('"coverage"');
    expect(await textOf(path(""))).not.toContain("Detection coverage");
  });
});
