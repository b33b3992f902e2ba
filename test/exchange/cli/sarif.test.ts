import { describe, expect, it } from "vitest";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { sarifLog } from "../../../src/exchange/cli/sarif.ts";

const FILE = "First line.\r\nThe attackers used PowerShell.\r\n";
const TEXT = FILE.replaceAll("\r\n", "\n");
const EVIDENCE = "The attackers used PowerShell.";
const START = TEXT.indexOf(EVIDENCE);
const technique = (more: object = {}) => ({
  attack_id: "T1059.001",
  name: "PowerShell",
  tactic: "execution",
  confidence: 0.9,
  evidence: EVIDENCE,
  evidence_start: START,
  evidence_end: START + EVIDENCE.length,
  ...more,
});
const report = (name: string, techniques: object[]) => ({
  input: { name, filename: name, bytes: new Uint8Array(new TextEncoder().encode(FILE)) },
  analysis: { techniques } as unknown as Analysis,
  text: TEXT,
});

interface Result {
  ruleId: string;
  ruleIndex: number;
  partialFingerprints: object;
  locations: { physicalLocation: { artifactLocation: { uri: string }; region?: object } }[];
}
interface Tool {
  driver: {
    semanticVersion: string;
    rules: {
      id: string;
      helpUri: string;
      fullDescription: { text: string };
      help: { text: string };
    }[];
  };
}
const runOf = (reports: Parameters<typeof sarifLog>[0]) =>
  (sarifLog(reports) as { runs: { tool: Tool; results: Result[] }[] }).runs[0];

describe("SARIF", () => {
  it("has a rule for each technique and a result for each finding, at its place in the file", () => {
    const second = technique({ attack_id: "T1003", evidence_start: null, evidence_end: null });
    const run = runOf([report("a b#1.txt", [technique(), second]), report("c.txt", [technique()])]);
    expect(run?.tool).toMatchObject({
      driver: { rules: [{ id: "T1003" }, { id: "T1059.001", name: "PowerShell" }] },
    });
    expect(run?.tool.driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+$/);
    for (const rule of run?.tool.driver.rules ?? []) {
      // GitHub's code scanning requires them.
      expect(rule.fullDescription.text).toContain(rule.id);
      expect(rule.help.text).toContain(rule.helpUri);
    }
    const places = run?.results.map(({ ruleId, ruleIndex, locations: [place] }) => [
      ruleId,
      ruleIndex,
      place?.physicalLocation.artifactLocation.uri,
    ]);
    expect(places).toEqual([
      ["T1059.001", 1, "a%20b%231.txt"],
      ["T1003", 0, "a%20b%231.txt"],
      ["T1059.001", 1, "c.txt"],
    ]);
    const { region } = run?.results[0]?.locations[0]?.physicalLocation ?? {};
    expect(region).toEqual({
      startLine: 2,
      startColumn: 1,
      endLine: 2,
      endColumn: 31,
      // In the file, which has a carriage return before it.
      charOffset: FILE.indexOf(EVIDENCE),
      charLength: EVIDENCE.length,
      snippet: { text: EVIDENCE },
    });
    expect(run?.results[1]?.locations[0]?.physicalLocation.region).toBeUndefined();
    // The same finding elsewhere is known again.
    expect(run?.results[2]?.partialFingerprints).toEqual(run?.results[0]?.partialFingerprints);
  });

  it("names files outside of the folder by their whole address", () => {
    const run = runOf([report("/tmp/x y.txt", [technique()])]);
    const [place] = run?.results[0]?.locations ?? [];
    expect(place?.physicalLocation.artifactLocation.uri).toBe("file:///tmp/x%20y.txt");
  });
});
