import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CollectNext } from "../../../src/detection/coverage/collect-next/schema.ts";
import type { Coverage } from "../../../src/detection/coverage/states/schema.ts";
import { smallBundle } from "../../support/bundles.ts";
import {
  emptyCoverage,
  ingestPlanted,
  plantRules,
  putInventory,
  ruleId,
} from "../../support/coverage.ts";
import { dataSourceObjects } from "../../support/detections.ts";
import { ingest, requestJson } from "../../support/service.ts";

async function ask<T>(path: string): Promise<T> {
  const { status, body } = await requestJson<T>(`/api/coverage${path}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
const states = ({ techniques }: Coverage) =>
  Object.fromEntries(techniques.map(({ attack_id: id, state }) => [id, state]));

beforeEach(emptyCoverage);

/*
 * T1059 is shown by Process Creation, T1059.001 by Process Creation and Process Access, both of the
 * data source Process (Windows and Linux); T1566 and T1574.001 by nothing.
 */
describe("a release before 18, which names data components alone", () => {
  beforeAll(async () => void (await ingest(smallBundle("17.1", "2.1", dataSourceObjects()))));
  const of17 = async () => states(await ask<Coverage>("?version=17.1"));
  const BLIND = { T1059: "blind", "T1059.001": "blind", T1566: "blind", "T1574.001": "blind" };

  it.each([
    ["its component", { kind: "component", name: "process creation" }],
    ["its data source", { name: "Process" }],
    [
      "its component as the channel of its data source",
      { name: "Process", channels: ["Process Creation"] },
    ],
    ["a log source of a later release", { name: "WinEventLog:Sysmon", channels: ["EventCode=1"] }],
    ["a log source of Sigma", { name: "sigma:category=process_creation,product=windows" }],
  ])("is collected by %s", async (_what, entry) => {
    await putInventory([entry]);
    expect(await of17()).toEqual({
      ...BLIND,
      T1059: "data_without_rule",
      "T1059.001": "data_without_rule",
    });
  });

  it("tells components from each other", async () => {
    await putInventory([{ kind: "component", name: "Process Access" }]);
    expect(await of17()).toEqual({ ...BLIND, "T1059.001": "data_without_rule" });
    await putInventory([{ name: "Process", channels: ["process access"] }]);
    expect(await of17()).toEqual({ ...BLIND, "T1059.001": "data_without_rule" });
    await putInventory([{ name: "WinEventLog:Sysmon", channels: ["EventCode=10"] }]);
    expect(await of17()).toEqual({ ...BLIND, "T1059.001": "data_without_rule" });
    await putInventory([{ name: "WinEventLog:Sysmon", channels: ["EventCode=22"] }]);
    expect(await of17()).toEqual(BLIND);
  });

  it("knows an entry of a platform that it is not on for none", async () => {
    await putInventory([{ kind: "component", name: "Process Creation", platforms: ["macOS"] }]);
    expect(await of17()).toEqual(BLIND);
  });

  it("takes a component for the telemetry of rules", async () => {
    await putInventory([{ kind: "component", name: "Process Creation", platforms: ["Windows"] }]);
    await plantRules([
      {
        id: ruleId(1),
        title: "Windows",
        techniques: ["T1059"],
        logsource: { product: "windows", category: "process_creation" },
      },
      {
        id: ruleId(2),
        title: "Linux",
        techniques: ["T1566"],
        logsource: { product: "linux", category: "process_creation" },
      },
    ]);
    expect(await of17()).toEqual({
      ...BLIND,
      T1059: "detected",
      "T1059.001": "data_without_rule",
      T1566: "rule_without_data",
    });
  });

  it("names the component to collect next", async () => {
    const { steps, unreachable } = await ask<CollectNext>("/collect-next?version=17.1");
    expect(steps).toMatchObject([
      { name: "Process", channel: "Process Creation", gained: 2, seen_after: 2 },
    ]);
    expect(unreachable).toEqual(["T1566", "T1574.001"]);
  });
});

describe("another domain", () => {
  beforeAll(async () => {
    await ingestPlanted(
      [
        {
          id: "T0807",
          name: "Command-Line Interface",
          platforms: ["None"],
          analytics: [{ platforms: ["None"], reads: [[1, "Process", "None"]] }],
        },
        {
          id: "T0883",
          name: "Internet Accessible Device",
          platforms: ["None"],
          analytics: [{ platforms: ["None"], reads: [[2, "Network Traffic", "None"]] }],
        },
      ],
      { domain: "ics-attack", version: "19.1" },
    );
  });

  it("names no platforms, so that every entry counts and none is left out", async () => {
    await putInventory([{ name: "Process", platforms: ["Windows"] }]);
    await plantRules([
      {
        id: ruleId(1),
        title: "One",
        techniques: ["T0883"],
        logsource: { category: "firewall" },
      },
    ]);
    const coverage = await ask<Coverage>("?domain=ics-attack&platforms=Windows");
    expect(states(coverage)).toEqual({ T0807: "data_without_rule", T0883: "rule_without_data" });
    expect(coverage.left_out).toEqual([]);
  });

  it("is that of the layers that are asked for, if they are of one", async () => {
    const layer = async (domain: string, technique_id: string) => {
      const body = JSON.stringify({ name: domain, domain, technique_ids: [technique_id] });
      const made = await requestJson<{ layer_id: string }>("/api/layers", { method: "POST", body });
      return made.body.layer_id;
    };
    const ics = await layer("ics-attack", "T0807");
    const enterprise = await layer("enterprise-attack", "T1059");
    const coverage = await ask<Coverage>(`?layer_id=${ics}`);
    expect([coverage.domain, states(coverage)]).toEqual(["ics-attack", { T0807: "blind" }]);
    const both = await requestJson<{ code: string }>(`/api/coverage?layer_id=${ics},${enterprise}`);
    expect([both.status, both.body.code]).toEqual([422, "validation_error"]);
    const given = await ask<Coverage>(`?layer_id=${ics}&layer_id=${enterprise}&domain=ics-attack`);
    expect(states(given)).toEqual({ T0807: "blind" });
    expect(given.unknown_techniques).toMatchObject([{ attack_id: "T1059" }]);
  });
});
