import { beforeAll, describe, expect, it } from "vitest";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import { type Files, sigma, tarGz, zip } from "../../support/rules/archives.ts";
import { elastic, sentinel, splunk } from "../../support/rules/foreign.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

const BASE = "/api/pipeline/rules";
const send = async (body: BodyInit, query = "") =>
  (await requestJson<RuleImportResult>(`${BASE}/import${query}`, { method: "POST", body })).body;
const bring = async (files: Files) => await send(zip(files));
const readRule = async (id: unknown) => (await requestJson<Rule>(`${BASE}/${String(id)}`)).body;
const outcomesOf = ({ receipts }: RuleImportResult) =>
  Object.fromEntries(receipts.map(({ path, outcome }) => [path, outcome]));

/** Files that bring nothing, among those that do. */
const BROKEN: Files = {
  "elastic/pyproject.toml": '[project]\nname = "x"\n',
  "elastic/kuery.toml": elastic({ language: '"kuery"', type: '"query"' }),
  "elastic/broken.toml": "[rule\n",
  "elastic/deep.toml": `a = ${"[".repeat(100_000)}`,
  "elastic/keys.toml": Array.from({ length: 1_000_000 }, (_, n) => `a${n}=1\n`).join(""),
  "elastic/bytes.toml": new Uint8Array([0xff, 0x5b]),
  "sentinel/export.json": '{"resources": []}',
  "sentinel/list.yaml": sentinel({ query: "[1]" }),
  "splunk/baseline.yml": splunk({ type: "Baseline" }),
};
const GOOD: Files = {
  "sigma/rule.yml": sigma().text,
  "elastic/rules/windows/tool.toml": elastic(),
  "sentinel/Detections/rare.yaml": sentinel(),
  "splunk/detections/shell.yml": splunk(),
  "query.kql": "// title: Own\nSigninLogs\n| where ResultType == 0\n",
};

beforeAll(ingestSmallRelease);

describe("an archive of rules in all forms", () => {
  it("brings each that is one, and names the others", async () => {
    const body = await bring({ ...BROKEN, ...GOOD });
    expect(outcomesOf(body)).toEqual({
      "elastic/pyproject.toml": "passed_over",
      "elastic/kuery.toml": "passed_over",
      "elastic/broken.toml": "failed",
      "elastic/deep.toml": "failed",
      "elastic/keys.toml": "failed",
      "elastic/bytes.toml": "failed",
      "sentinel/export.json": "passed_over",
      "sentinel/list.yaml": "failed",
      "splunk/baseline.yml": "passed_over",
      ...Object.fromEntries(Object.keys(GOOD).map((path) => [path, "created"])),
    });
    for (const { outcome, message } of body.receipts) {
      if (outcome !== "created") expect(message).toMatch(/^[A-Z'].{10,}\.$/);
    }
    const languages = body.receipts.flatMap(({ outcome, language }) =>
      outcome === "created" ? [language] : [],
    );
    expect(languages).toEqual(["sigma", "eql", "kql", "spl", "kql"]);
  });

  it("is unchanged the second time, packed in another way", async () => {
    const body = await send(tarGz({ ...BROKEN, ...GOOD }));
    expect(body.counts).toMatchObject({ created: 0, updated: 0, unchanged: 5, failed: 5 });
  });

  it("is listed by level, status, technique and log source", async () => {
    const titles = async (query: string) =>
      (await requestJson<Rule[]>(`${BASE}?${query}`)).body.map(({ title }) => title);
    expect(await titles("language=eql&level=high&status=stable")).toEqual(["Tool that runs"]);
    expect(await titles("language=spl&status=stable&technique_id=T1059.001")).toEqual([
      "Shell of an odd parent",
    ]);
    expect(await titles("language=kql&level=medium&service=signinlogs")).toEqual([
      "Rare country of a sign-in",
    ]);
  });
});

describe("a rule of another product", () => {
  it.each([
    ["a.toml", elastic(), elastic({ severity: '"low"' })],
    ["a.yaml", sentinel(), sentinel({ severity: "Low" })],
    ["a.yml", splunk(), splunk({ status: "deprecated" })],
  ])("in %s is known by its id", async (name, first, second) => {
    const query = `?filename=${name}`;
    expect((await send(first, query)).counts.failed).toBe(0);
    const [before] = (await send(first, query)).receipts;
    const [after] = (await send(second, query)).receipts;
    expect(before).toMatchObject({ outcome: "unchanged" });
    expect(after).toMatchObject({ outcome: "updated", rule_id: before?.rule_id });
    const twice = await bring({ [`1/${name}`]: second, [`2/${name}`]: first });
    expect(outcomesOf(twice)).toEqual({ [`1/${name}`]: "unchanged", [`2/${name}`]: "duplicate" });
  });

  it.each([
    ["a.toml", elastic({ rule_id: '"u-1"' }).replace("T1566", "T1990")],
    ["a.yaml", sentinel({ id: "u-2", relevantTechniques: "[t1086, T1990]" })],
    ["a.yml", splunk({ id: "u-3", mitre_attack_id: "[T1059.001, T1990]" })],
  ])("in %s has the techniques that are known, and names the others", async (name, content) => {
    const [receipt] = (await send(content, `?filename=${name}`)).receipts;
    expect(receipt).toMatchObject({
      outcome: "created",
      techniques: ["T1059.001"],
      unknown_techniques: ["T1990"],
    });
  });

  it("is stored with the path, author and license of its file", async () => {
    const [receipt] = (await bring({ "rules/tool.toml": elastic() })).receipts;
    expect((await readRule(receipt?.rule_id)).header).toMatchObject({
      path: "rules/tool.toml",
      author: "Ada, Боб",
      license: "Elastic License v2",
    });
  });
});
