import { beforeAll, describe, expect, it } from "vitest";
import type { ImportResult } from "../../../src/pipeline/imports/schema.ts";
import { smallBundle, smallObjects, technique } from "../../support/bundles.ts";
import { ingest, requestJson } from "../../support/service.ts";

type Json = Record<string, unknown>;

let count = 0;

/** What a tag by name, or an attack-pattern of that name, brings. */
async function importNamed(path: string, name: string, more: Json = {}) {
  count += 1;
  const uuid = `50000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
  const isEvent = path.startsWith("misp");
  const info = `An import of older names, number ${count}`;
  const pattern = { type: "attack-pattern", id: `attack-pattern--${uuid}`, name, ...more };
  const body = isEvent
    ? { Event: { info, uuid, Tag: [{ name }] } }
    : {
        type: "bundle",
        id: `bundle--${uuid}`,
        objects: [
          { type: "report", id: `report--${uuid}`, name: info, object_refs: [pattern.id] },
          pattern,
        ],
      };
  const result = await requestJson<ImportResult & { code: string }>(
    `/api/pipeline/import/${path}`,
    { method: "POST", body: JSON.stringify(body) },
  );
  if (result.status !== 200) return [result.status, result.body.code];
  const { import_id: id, errors } = result.body;
  const reports = await requestJson<{ technique_ids: string[] }[]>(
    `/api/pipeline/intake?import_id=${id}`,
  );
  const flaws = errors.map(({ reason }) => reason.slice(-40));
  return [...(reports.body[0]?.technique_ids ?? []), ...flaws];
}

const galaxy = (name: string, value: string) => `misp-galaxy:${name}="${value}"`;

beforeAll(async () => {
  await ingest(
    smallBundle("18.1", "2.1", [
      ...smallObjects(),
      technique(50, "T1562", "Impair Defenses", ["execution"]),
    ]),
  );
  await ingest(
    smallBundle("19.1", "2.1", [
      ...smallObjects(),
      technique(51, "T1685", "Disable or Modify Tools", ["execution"]),
    ]),
  );
  await ingest(
    smallBundle(
      "19.1",
      "2.1",
      [
        technique(52, "T1629", "Impair Defenses", ["execution"]),
        technique(53, "T1461", "Lockscreen Bypass", ["execution"]),
      ],
      "mobile-attack",
    ),
  );
});

describe("a name that Enterprise has no more, and Mobile has", () => {
  it.each<[path: string, name: string, more: Json, found: unknown[]]>([
    ["misp", galaxy("mitre-attack-pattern", "Impair Defenses"), {}, ["T1685"]],
    ["misp", galaxy("mitre-enterprise-attack-attack-pattern", "Impair Defenses"), {}, ["T1685"]],
    ["misp", galaxy("mitre-mobile-attack-attack-pattern", "Impair Defenses"), {}, ["T1629"]],
    [
      "misp",
      galaxy("mitre-enterprise-attack-attack-pattern", "Lockscreen Bypass"),
      {},
      [expect.stringContaining("which no ingested release knows")],
    ],
    ["misp", galaxy("mitre-attack-pattern", "Lockscreen Bypass"), {}, ["T1461"]],
    ["misp?version=18.1", galaxy("mitre-attack-pattern", "Impair Defenses"), {}, ["T1562"]],
    [
      "misp?domain=mobile-attack&version=19.1",
      galaxy("mitre-attack-pattern", "Impair Defenses"),
      {},
      ["T1629"],
    ],
    ["stix", "Impair Defenses", {}, ["T1685"]],
    ["stix?version=18.1", "Impair Defenses", {}, ["T1562"]],
    ["stix", "Impair Defenses", { x_mitre_domains: ["mobile-attack"] }, ["T1629"]],
    [
      "stix",
      "Impair Defenses",
      { kill_chain_phases: [{ kill_chain_name: "mitre-mobile-attack", phase_name: "x" }] },
      ["T1629"],
    ],
    ["stix?version=17.1", "Impair Defenses", {}, [404, "version_not_found"]],
    ["misp?domain=ics-attack", "x", {}, [404, "knowledge_base_empty"]],
    ["misp?domain=other", "x", {}, [404, "unknown_domain"]],
  ])("by %s: %s", async (path, name, more, found) => {
    expect(await importNamed(path, name, more)).toEqual(found);
  });
});
