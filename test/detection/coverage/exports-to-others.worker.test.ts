import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { StixObject } from "../../../src/formats/stix/stix-object.ts";
import { group, relationship, stixIds } from "../../support/bundles.ts";
import {
  emptyCoverage,
  ingestPlanted,
  json,
  plantRules,
  putInventory,
  ruleId,
} from "../../support/coverage.ts";
import { form, request, requestJson } from "../../support/service.ts";
import { stixBundleSchema } from "../../support/stix-schema.ts";
import { requestWith } from "../../support/team.ts";

const PROCESSES = { product: "windows", category: "process_creation" };
const NETWORK = { product: "windows", category: "network_connection" };
const reads = (component: number, event: number): [number, string, string] => [
  component,
  "WinEventLog:Sysmon",
  `EventCode=${event}`,
];

/** T1003 is proven, T1059.001 should fire, T1566 has a rule without data, T1105 is blind. */
beforeAll(async () => {
  const planted = [
    { id: "T1003", name: "OS Credential Dumping", reads: [reads(1, 1)] },
    { id: "T1059.001", name: "PowerShell", reads: [reads(1, 1), reads(2, 3)] },
    { id: "T1105", name: "Ingress Tool Transfer", reads: [reads(2, 3)] },
    { id: "T1566", name: "Phishing", reads: [reads(2, 3)] },
  ];
  await ingestPlanted(
    planted.map(({ reads: own, ...technique }) => ({
      ...technique,
      analytics: [{ platforms: ["Windows"], reads: own }],
    })),
    {
      more: [
        group(1, "G0016", "APT29", []),
        {
          type: "campaign",
          id: stixIds.campaign(1),
          name: "SolarWinds Compromise",
          external_references: [{ source_name: "mitre-attack", external_id: "C0024" }],
          created: "2023-03-24T00:00:00.000Z",
          modified: "2023-04-20T00:00:00.000Z",
          first_seen: "2019-08-01T05:00:00.000Z",
          last_seen: "2021-01-01T06:00:00.000Z",
        },
        relationship(1, "uses", stixIds.group(1), stixIds.technique(100)),
        relationship(2, "uses", stixIds.campaign(1), stixIds.technique(103)),
      ],
    },
  );
});
beforeEach(async () => {
  await emptyCoverage();
  await putInventory([{ name: "WinEventLog:Sysmon", channels: ["EventCode=1"] }]);
  await plantRules([
    { id: ruleId(1), title: "LSASS is read", techniques: ["T1003"], logsource: PROCESSES },
    { id: ruleId(2), title: "Encoded: command", techniques: ["T1059.001"], logsource: PROCESSES },
    { id: ruleId(3), title: "Mail client connects", techniques: ["T1566"], logsource: NETWORK },
  ]);
  const { status } = await requestJson(
    "/api/coverage/tests",
    json({ attack_id: "T1003", result: "blocked", tested_at: new Date().toISOString() }),
  );
  expect(status).toBe(201);
});

type Bundle = { objects: StixObject[] };
const bundleOf = async (query: string) => {
  const response = await request(`/api/coverage/stix${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toContain("application/stix+json");
  const bundle: Bundle = await response.json();
  stixBundleSchema.parse(bundle);
  return bundle.objects;
};
const ofType = (objects: StixObject[], type: string) =>
  objects.filter((object) => object.type === type);

/** The scores of a bundle by technique. */
function scoresOf(objects: StixObject[]) {
  const ids = new Map(
    ofType(objects, "attack-pattern").map((pattern) => {
      const [reference] = pattern["external_references"] as { external_id: string }[];
      return [pattern.id, reference?.external_id];
    }),
  );
  const relations = objects.filter((object) => object["relationship_type"] === "has-covered");
  return Object.fromEntries(
    relations.map((one) => [ids.get(String(one["target_ref"])), one["coverage"]]),
  );
}

describe("OpenCTI's Security Coverage", () => {
  it("of a session refers to its report and scores covered and uncovered techniques", async () => {
    const text = "They dumped credentials (T1003), ran T1059.001, phished (T1566) and used T1105.";
    const { body } = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
    const id = body.session_id;
    const objects = await bundleOf(`?session_id=${id}`);
    const session = await request(`/api/export/analysis/${id}/stix`);
    const { objects: exported }: Bundle = await session.json();
    // The same objects as in the bundle of the session, which OpenCTI may have already.
    expect(objects).toEqual(expect.arrayContaining(ofType(exported, "report")));
    const [report] = ofType(exported, "report");
    const coverages = ofType(objects, "security-coverage");
    expect(coverages).toMatchObject([
      {
        covered_ref: report?.id,
        name: `Coverage of ${String(report?.["name"])}`,
        description:
          "4 techniques: 1 proven, 1 should fire, 1 rule without data, 0 data without rule, 1 blind. Only a test proves that a rule fires.",
        covered: true,
        coverage: [
          { name: "DETECTION", score: 38 },
          { name: "PREVENTION", score: 100 },
        ],
        auto_enrichment_disable: true,
      },
    ]);
    expect(scoresOf(objects)).toEqual({
      T1003: [
        { name: "DETECTION", score: 100 },
        { name: "PREVENTION", score: 100 },
      ],
      "T1059.001": [{ name: "DETECTION", score: 50 }],
      T1105: [{ name: "DETECTION", score: 0 }],
      T1566: [{ name: "DETECTION", score: 0 }],
    });
  });

  it("of a group and a campaign refers to what ATT&CK publishes", async () => {
    const objects = await bundleOf("?group_id=G0016&campaign_id=C0024");
    expect(ofType(objects, "security-coverage")).toMatchObject([
      { covered_ref: stixIds.group(1), name: "Coverage of APT29" },
      { covered_ref: stixIds.campaign(1), name: "Coverage of SolarWinds Compromise" },
    ]);
    const relations = ofType(objects, "relationship");
    expect(relations.map((one) => one["target_ref"])).toEqual([
      stixIds.technique(100),
      stixIds.technique(103),
    ]);
    expect(scoresOf(objects)["T1566"]).toEqual([{ name: "DETECTION", score: 0 }]);
  });

  it("of a release is that of a grouping, with the same ids each time", async () => {
    const objects = await bundleOf("");
    const [grouping] = ofType(objects, "grouping");
    expect(grouping).toMatchObject({ name: "enterprise-attack 19.1" });
    expect(ofType(objects, "security-coverage")).toMatchObject([{ covered_ref: grouping?.id }]);
    expect(Object.keys(scoresOf(objects))).toEqual(["T1003", "T1059.001", "T1105", "T1566"]);
    const again = await bundleOf("?version=19.1");
    expect(again.map(({ id }) => id)).toEqual(objects.map(({ id }) => id));
  });

  it("of techniques that are on no platform asked for says that nothing was assessed", async () => {
    const objects = await bundleOf("?technique_ids=T1105&platforms=macOS");
    const [coverage] = ofType(objects, "security-coverage");
    expect(coverage).toMatchObject({ covered: false });
    expect(coverage).not.toHaveProperty("coverage");
    expect(ofType(objects, "relationship")).toEqual([]);
  });

  it("links to its page where the settings name the origin of the pages", async () => {
    const settings = { PUBLIC_ORIGIN: "https://tradecraft.example.org" };
    const urlsOf = async (query: string) => {
      const response = await requestWith(settings, `/api/coverage/stix${query}`);
      const bundle: Bundle = await response.json();
      stixBundleSchema.parse(bundle);
      const own = ["security-coverage", "relationship"].flatMap((type) =>
        ofType(bundle.objects, type),
      );
      // OpenCTI finds the result of a relationship by the same address.
      expect(own.length).toBeGreaterThan(1);
      return [...new Set(own.map((object) => object["external_uri"]))];
    };
    expect(await urlsOf("?group_id=G0016")).toEqual([
      "https://tradecraft.example.org/coverage?group_id=G0016",
    ]);
    expect(await urlsOf("?technique_ids=T1105,T1003")).toEqual([
      "https://tradecraft.example.org/coverage?technique_ids=T1003%2CT1105",
    ]);
    expect(await urlsOf("")).toEqual([
      "https://tradecraft.example.org/coverage?domain=enterprise-attack&version=19.1",
    ]);
    expect(ofType(await bundleOf(""), "security-coverage")[0]).not.toHaveProperty("external_uri");
  });

  it("is marked as the session is", async () => {
    const text = "TLP:GREEN. They ran T1059.001 there.";
    const { body } = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
    const objects = await bundleOf(`?session_id=${body.session_id}`);
    const definitions = ofType(objects, "marking-definition").map(({ id }) => id);
    expect(definitions).toHaveLength(2);
    const own = ["security-coverage", "relationship", "report"].flatMap((type) =>
      ofType(objects, type),
    );
    expect(own.length).toBeGreaterThan(2);
    for (const object of own) expect(object["object_marking_refs"]).toEqual(definitions);
  });
});

describe("the technique administration of DeTT&CT", () => {
  it("has the detection and visibility scores of each technique", async () => {
    const response = await request("/api/coverage/dettect?platforms=Windows");
    expect(response.headers.get("Content-Disposition")).toContain("coverage.dettect.yaml");
    const text = await response.text();
    const today = new Date().toISOString().slice(0, 10);
    const file = parse(text) as { techniques: { technique_id: string }[] };
    expect(file).toMatchObject({
      version: 1.2,
      file_type: "technique-administration",
      name: "Coverage of enterprise-attack 19.1",
      domain: "enterprise-attack",
      platform: ["Windows"],
    });
    const scores = (location: string[], detection: object, visibility: object) => ({
      detection: [{ applicable_to: ["all"], location, score_logbook: [detection] }],
      visibility: [
        { applicable_to: ["all"], score_logbook: [{ auto_generated: true, ...visibility }] },
      ],
    });
    const collected = { date: today, comment: "Collected: WinEventLog:Sysmon" };
    expect(file.techniques).toMatchObject([
      {
        technique_id: "T1003",
        technique_name: "OS Credential Dumping",
        ...scores(["LSASS is read"], { date: today, score: 2 }, { ...collected, score: 4 }),
      },
      {
        technique_id: "T1059.001",
        ...scores(["Encoded: command"], { date: today, score: 1 }, { ...collected, score: 2 }),
      },
      {
        technique_id: "T1105",
        ...scores([""], { date: null, score: -1 }, { date: null, score: 0 }),
      },
      {
        technique_id: "T1566",
        ...scores(["Mail client connects"], { date: null, score: -1 }, { date: null, score: 0 }),
      },
    ]);
    // DeTT&CT reads dates that have no quotes.
    expect(text).toContain(`- date: ${today}\n`);
  });
});

it.each(["stix", "dettect"])("refuses what is not there, as %s", async (kind) => {
  const { status } = await requestJson(`/api/coverage/${kind}?layer_id=${ruleId(9)}`);
  expect(status).toBe(404);
  expect((await requestJson(`/api/coverage/${kind}?color=red`)).status).toBe(422);
});
