import { describe, expect, it } from "vitest";
import { readRules } from "../../../src/detection/import/read-rules.ts";
import type { NoRule, RuleDraft } from "../../../src/detection/import/rule-draft.ts";
import {
  elastic,
  ELASTIC_ID,
  sentinel,
  SENTINEL_ID,
  splunk,
  SPLUNK_ID,
} from "../../support/rules/foreign.ts";

type Read = Partial<RuleDraft> & Partial<NoRule>;

const read = (name: string, content: string | Uint8Array): Read => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const found = readRules(name, bytes, new Set());
  expect(found).toHaveLength(1);
  return found[0] ?? {};
};

describe("a rule of Elastic", () => {
  it("is its query in EQL under a header", () => {
    const found = read("rules/windows/tool.toml", elastic());
    expect(found).toMatchObject({
      language: "eql",
      read: {
        title: "Tool that runs",
        header: {
          id: ELASTIC_ID,
          status: "stable",
          level: "high",
          author: "Ada, Боб",
          license: "Elastic License v2",
          description: "Finds a tool that runs.",
          date: "2021/02/03",
          modified: "2025/04/05",
          references: ["https://unit.dev/one", "https://unit.dev/two"],
          logsource: { category: "process_creation", product: "windows" },
        },
        // The table of a technique is there for its subtechnique.
        technique_ids: ["T1059.001", "T1566"],
      },
      validation: { valid: true, warnings: [] },
    });
    expect(found.content).toMatch(/^\/\/ title: Tool that runs\n(?:\/\/ .*\n)+process where /);
    expect(found.content).not.toMatch(/Triage|Setup/);
  });

  it.each([
    ["kuery", "query"],
    ["lucene", "query"],
    ["esql", "esql"],
    ["kuery", "threshold"],
    ["kuery", "threat_match"],
    ["kuery", "new_terms"],
  ])("in %s of type %s is passed over with the reason", (language, type) => {
    const content = elastic({ language: `"${language}"`, type: `"${type}"` });
    const { outcome, message } = read("a.toml", content);
    expect(outcome).toBe("passed_over");
    expect(message).toContain(`'${type}'`);
    expect(message).toContain(`'${language}'`);
    expect(message).toContain("only those in EQL are read");
  });

  it("that has no query but a job of machine learning is passed over", () => {
    const content = elastic({ language: "", query: "", type: '"machine_learning"' });
    const message =
      "It is a rule of Elastic of type 'machine_learning'; only those in EQL are read.";
    expect(read("a.toml", content)).toMatchObject({ outcome: "passed_over", message });
  });

  it("that others build on comes in like any other", () => {
    expect(read("a.toml", elastic({ building_block_type: '"default"' })).language).toBe("eql");
  });

  it.each([
    ["deprecated", "deprecated"],
    ["development", "experimental"],
    ["unheard of", null],
  ])("of maturity %s has the status %s", (maturity, status) => {
    const found = read("a.toml", elastic({}, { maturity: `"${maturity}"` }));
    expect(found.read?.header.status).toBe(status);
  });

  it("has dates in TOML as they are written", () => {
    const found = read("a.toml", elastic({}, { creation_date: "2021-02-03" }));
    expect(found.read?.header.date).toBe("2021-02-03");
  });

  it("with a fault in its query names the line of the file", () => {
    const content = elastic().replace('"windows" and event', '"windows" and and event');
    const line = content.split("\n").findIndex((one) => one.includes("and and")) + 1;
    expect(read("a.toml", content)).toMatchObject({
      outcome: "failed",
      line,
      known_as: ELASTIC_ID,
    });
  });

  it("is not any other TOML", () => {
    for (const other of ['[project]\nname = "x"\n', '[hunt]\nname = "x"\nquery = ["a"]\n']) {
      expect(read("a.toml", other)).toMatchObject({
        outcome: "passed_over",
        message: expect.stringContaining("no table 'rule'"),
      });
    }
  });
});

describe("a rule of Sentinel", () => {
  it("is its query in KQL under a header", () => {
    const found = read("Detections/a.yaml", sentinel());
    expect(found).toMatchObject({
      language: "kql",
      read: {
        title: "Rare country of a sign-in",
        header: {
          id: SENTINEL_ID,
          status: null,
          level: "medium",
          author: "Ada",
          description: "Finds sign-ins from a country that is new.",
          logsource: { product: "azure", service: "signinlogs" },
        },
        technique_ids: ["T1566", "T1059.001"],
      },
      validation: { valid: true, warnings: [] },
    });
  });

  it("has its author at the top too", () => {
    const found = read("a.yaml", sentinel({ metadata: "", author: "\n    name: Боб" }));
    expect(found.read?.header.author).toBe("Боб");
  });

  it("that hunts has no level, and may have no techniques", () => {
    const hunting = { severity: "", kind: "", relevantTechniques: "", tactics: "", id: "" };
    const found = read("Hunting Queries/a.yaml", sentinel(hunting));
    expect(found).toMatchObject({
      language: "kql",
      read: { technique_ids: [], header: { id: null, level: null } },
    });
  });

  it("with empty lists is one too", () => {
    const empty = { tactics: "[]", relevantTechniques: "[]", requiredDataConnectors: "[]" };
    expect(read("a.yaml", sentinel(empty)).language).toBe("kql");
  });

  it("with a fault in its query names the line of the file", () => {
    const content = sentinel().replace("ResultType == 0", "ResultType ==");
    const line = content.split("\n").findIndex((one) => one.includes("ResultType ==")) + 1;
    const second = readRules(
      "a.yaml",
      new TextEncoder().encode(`${sentinel()}---\n${content}`),
      new Set(),
    )[1];
    expect(read("a.yaml", content)).toMatchObject({ outcome: "failed", line });
    expect(second).toMatchObject({ line: line + sentinel().split("\n").length });
  });
});

describe("a search of Splunk", () => {
  it("is its query in SPL under a header", () => {
    const found = read("detections/endpoint/a.yml", splunk());
    expect(found).toMatchObject({
      language: "spl",
      read: {
        title: "Shell of an odd parent",
        header: {
          id: SPLUNK_ID,
          status: "stable",
          level: null,
          author: "Ada, Unit",
          description: "Finds a shell with the flag '-k'.",
          date: "2022-01-02",
          modified: "2026-03-04",
          references: ["https://unit.dev/three"],
          logsource: { category: "process_access", product: "windows" },
        },
        technique_ids: ["T1059.001"],
      },
      validation: { valid: true, warnings: [] },
    });
  });

  it("of earlier years has one date, and its techniques in the tags", () => {
    const earlier = {
      creation_date: "",
      modification_date: "",
      mitre_attack_id: "",
      date: "2020-11-09",
      status: "",
    };
    const found = read(
      "a.yml",
      splunk({ ...earlier, tags: "\n  mitre_attack_id: [T1566]\n  risk_score: 9" }),
    );
    expect(found.read).toMatchObject({
      technique_ids: ["T1566"],
      header: { date: "2020-11-09", modified: null, status: null },
    });
    const first = read("a.yml", splunk({ ...earlier, tags: "\n  mitre_technique_id: [T1566]" }));
    expect(first.read?.technique_ids).toEqual(["T1566"]);
  });

  it.each([
    [{ type: "Baseline" }, /detects nothing/],
    [{ type: "Investigation" }, /detects nothing/],
    [{ search: "'| from read_ssa_enriched_events() | where a=\"b\"'" }, /SPL2/],
  ])("%o is passed over", (more, message) => {
    const found = read("a.yml", splunk(more));
    expect(found).toMatchObject({
      outcome: "passed_over",
      message: expect.stringMatching(message),
    });
  });
});
