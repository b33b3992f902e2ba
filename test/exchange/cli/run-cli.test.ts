import { describe, expect, it } from "vitest";
import { PRODUCT } from "../../../src/platform/lib/product.ts";
import { fakeService, runOn } from "./fake-surroundings.ts";

const TECHNIQUE = {
  attack_id: "T1059.001",
  name: "PowerShell",
  tactic: "execution",
  confidence: 0.9,
  evidence: "The attackers used \u001b[31mPowerShell\u202e.",
  evidence_start: 0,
  evidence_end: 30,
  warnings: [] as string[],
};
const analysis = (techniques: object[], more: object = {}) => ({
  session_id: "0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70",
  domain: "enterprise-attack",
  version: "19.1",
  techniques,
  rejected_techniques: [],
  warnings: [],
  document_kind: null,
  summary: "",
  ...more,
});
const analyses = (found: object) =>
  fakeService(
    {
      "/api/analyze": () => Response.json(found),
      "/api/analyze/0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70/text": () =>
        new Response("The attackers used PowerShell."),
    },
    null,
  );

describe("the command line", () => {
  it.each([
    [[], 2, "Usage: tradecraft COMMAND"],
    [["--help"], 0, "Usage: tradecraft COMMAND"],
    [["help", "compare"], 0, "Usage: tradecraft compare"],
    [["help", "analyze"], 0, "Usage: tradecraft analyse"],
    [["analyze", "-h"], 0, "Usage: tradecraft analyse"],
  ])("helps with %j", async (args: string[], code, words) => {
    const result = await runOn(null, args);
    expect(result).toMatchObject({ code, told: [] });
    expect(result.out).toContain(words);
  });

  it("prints the version", async () => {
    const { code, out } = await runOn(null, ["--version"]);
    expect([code, out]).toEqual([0, `tradecraft ${PRODUCT.version}\n`]);
  });

  it.each([
    [["fix"], "There is no command 'fix'. Commands are analyse, compare, coverage, export."],
    [["help", "fix"], "There is no command 'fix'."],
    [["analyse", "--josn", "x"], "Unknown option '--josn'. See: tradecraft analyse --help"],
    [["analyse", "--mode"], "Option '--mode <value>' argument missing. See:"],
    [["analyse", "--json=x", "-"], "Option '--json' does not take an argument."],
    [["analyse"], "Name the reports to analyze, or - for standard input."],
    [["analyse", "-", "-"], "Standard input can be read only once."],
    [["analyse", "-", "--json", "--sarif"], "Choose --json or --sarif, not both."],
    [["analyse", "-", "--fail-on", "blind"], "for blind use tradecraft coverage"],
    [["analyse", "-", "--fail-on", "technique:T1,x"], "not 'T1'"],
    [["coverage", "--fail-on", "any"], "Use blind or undetected."],
    [["export", "a", "--format", "docx"], "--format must be one of pdf, markdown"],
    [["export", "a", "b"], "Name one session"],
    [["analyse", "--\u001b[31m"], "\\u001b[31m"],
  ])("says what is wrong with %j", async (args, words) => {
    const { code, out, told } = await runOn(null, args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(told).toEqual([expect.stringContaining(words)]);
  });

  it("shows what a terminal would obey", async () => {
    const { service } = analyses(analysis([TECHNIQUE]));
    const { out, code } = await runOn(service, ["analyse", "-"]);
    expect(code).toBe(0);
    expect(out).toContain("used \\u001b[31mPowerShell\\u202e.");
    const { out: json } = await runOn(service, ["analyse", "-", "--json"]);
    // eslint-disable-next-line no-control-regex
    expect(json).not.toMatch(/[\u001b\u202e]/u);
    expect(JSON.parse(json)).toEqual(analysis([TECHNIQUE]));
  });

  it.each([
    ["any", [TECHNIQUE], 1],
    ["any", [], 0],
    ["none", [TECHNIQUE], 0],
    ["none", [], 1],
    ["technique:T1059", [TECHNIQUE], 1],
    ["technique:t1105,t1059.001", [TECHNIQUE], 1],
    ["technique:T1059.003", [TECHNIQUE], 0],
    ["technique:T1105", [TECHNIQUE], 0],
    ["review", [TECHNIQUE], 0],
    ["review", [{ ...TECHNIQUE, warnings: ["contradicts"] }], 1],
  ])("fails on %s as it should", async (condition, techniques, expected) => {
    const { service } = analyses(analysis(techniques));
    const { code, told } = await runOn(service, ["analyse", "-", "--fail-on", condition]);
    expect(code).toBe(expected);
    expect(told).toHaveLength(expected);
  });

  it("says what the service said, and what to do without a token", async () => {
    const refuse = (status: number, body: BodyInit) =>
      fakeService({ "/api/analyze": () => new Response(body, { status }) }, "https://cti.example");
    const problem = JSON.stringify({ detail: "Sign in." });
    const { told } = await runOn(refuse(401, problem).service, ["analyse", "-"]);
    expect(told).toEqual([
      "stdin: Sign in. Set TRADECRAFT_TOKEN to an API token of https://cti.example.",
    ]);
    const { told: other } = await runOn(refuse(502, "<html>").service, ["analyse", "-"]);
    expect(other).toEqual([
      "stdin: The server answered 502, and not as Tradecraft does. Check its address.",
    ]);
  });

  it("analyzes the other files when one is bad, and fetches no page by itself", async () => {
    const { service } = analyses(analysis([TECHNIQUE]));
    const files = ["no-such-file", "-", ".", "https://example.org/a"];
    const { code, out, told } = await runOn(service, ["analyse", ...files]);
    expect(code).toBe(2);
    expect(out).toContain("stdin: 1 technique");
    expect(told).toEqual([
      "no-such-file: There is no such file. Check its name.",
      ".: This is a folder. Name the files in it.",
      "https://example.org/a: Without a server nothing is fetched. Save the page as a file, or use --server.",
    ]);
  });

  it("keeps rules and inventories of others as they are", async () => {
    const { service, asked } = fakeService({}, "https://cti.example");
    const { code, told } = await runOn(service, ["coverage", "--rules", "src"]);
    expect([code, told]).toEqual([
      2,
      [expect.stringContaining("--rules and --log-sources are for")],
    ]);
    expect(asked).toEqual([]);
  });
});
