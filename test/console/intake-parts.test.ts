import { expect, it } from "vitest";
import type { IntakeReport, Why } from "../../src/console/api/intake.ts";
import { markNames, nameFinder } from "../../src/console/pages/intake/detail/mark-names.ts";
import { ageOf } from "../../src/console/pages/intake/list/age.ts";
import { shortReasons } from "../../src/console/pages/intake/list/reasons.ts";
import { compareReports } from "../../src/console/pages/intake/search.ts";
import {
  type Decision,
  isPossible,
  stepsBack,
} from "../../src/console/pages/intake/triage/decision.ts";
import { nextOpen } from "../../src/console/pages/intake/triage/next-open.ts";
import { followedIds, shownReports } from "../../src/console/pages/intake/triage/shown-reports.ts";

const WHY: Why = { worth: 0, groups: [], software: [], cves: [], techniques: [] };

const report = (id: string, more: Partial<IntakeReport> = {}): IntakeReport => ({
  id,
  title: id,
  url: null,
  publisher: null,
  summary: "",
  status: "pending",
  source_reliability: null,
  technique_ids: [],
  group_ids: [],
  observable_ids: [],
  analyst_notes: "",
  source_id: null,
  import_id: null,
  session_id: null,
  techniques: [],
  analysis_status: null,
  analysis_error: null,
  decided_by: null,
  decided_at: null,
  duplicates: 0,
  why: WHY,
  published_at: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  ...more,
});
const decision = (before: IntakeReport, more: Partial<Decision> = {}): Decision => ({
  before,
  action: "reject",
  analysis: null,
  state: "done",
  reason: null,
  ...more,
});
const [c, b, a] = [report("c"), report("b"), report("a")];

it("what was decided on keeps its place in the list", () => {
  const decisions = new Map([["b", decision(b)]]);
  const rows = shownReports([c, a], decisions, [], compareReports());
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    ["c", "pending"],
    ["b", "rejected"],
    ["a", "pending"],
  ]);
});

it("what is refused stays as the service lists it", () => {
  const refused = decision(b, { state: "refused", reason: "No." });
  const rows = shownReports([c, b, a], new Map([["b", refused]]), [], compareReports());
  expect(rows.map(({ status }) => status)).toEqual(["pending", "pending", "pending"]);
});

it("analyses of promoted reports are followed, and shown as they are now", () => {
  const analysis = { provider: "provider_a", mode: "balanced", fetch: false } as const;
  const decisions = new Map([["b", decision(b, { action: "promote", analysis })]]);
  expect(followedIds([c, a], decisions)).toEqual(["b"]);
  const now = report("b", { status: "promoted", analysis_status: "running" });
  const [, row] = shownReports([c, a], decisions, [now], compareReports());
  expect(row?.analysis_status).toBe("running");
});

it("the next report is the one behind, else the one before, that nobody decided on", () => {
  const none = new Map<string, Decision>();
  expect(nextOpen([c, b, a], [c], none)?.id).toBe("b");
  expect(nextOpen([c, b, a], [a], none)?.id).toBe("b");
  expect(nextOpen([c, b, a], [c], new Map([["b", decision(b)]]))?.id).toBe("a");
  expect(nextOpen([c], [c], none)).toBeUndefined();
});

it.each([
  ["pending", "reject", ["pending"]],
  ["reviewing", "reject", ["pending", "later"]],
  ["reviewing", "pending", ["later"]],
  ["rejected", "pending", ["reject"]],
  ["pending", "promote", null],
] as const)("a report that was %s is taken back after %s by %j", (status, action, steps) => {
  expect(stepsBack(decision(report("x", { status }), { action }))).toEqual(steps);
  expect(isPossible(report("x", { status }), action)).toBe(true);
});

it("names and ids are marked as whole words, in any case, the longest first", () => {
  const finder = nameFinder({
    ...WHY,
    software: [{ attack_id: "S0154", name: "Cobalt Strike" }],
    techniques: [
      { attack_id: "T1059", name: null, is_new: true },
      { attack_id: "T1059.001", name: null, is_new: false },
    ],
  });
  const marked = (line: string) =>
    markNames(line, finder).flatMap(({ text, isName }) => (isName ? [text] : []));
  expect(marked("They ran COBALT  STRIKE (T1059.001), then T1059.")).toEqual([
    "COBALT  STRIKE",
    "T1059.001",
    "T1059",
  ]);
  expect(marked("XT1059 and Cobalt Strikes")).toEqual([]);
  expect(nameFinder(WHY)).toBeNull();
  expect(markNames("a", null)).toEqual([{ text: "a", isName: false }]);
});

it("names with signs of patterns are only names", () => {
  const finder = nameFinder({ ...WHY, groups: [{ attack_id: "G1", name: "A.(b)+/[c]-d" }] });
  const marked = markNames("by A.(b)+/[c]-d today", finder);
  expect(marked.map(({ text }) => text)).toEqual(["by ", "A.(b)+/[c]-d", " today"]);
});

it("reasons come in the order of their weight, and long lists are counted", () => {
  const named = (n: number) => ({ attack_id: `G000${n}`, name: n === 1 ? null : `Group ${n}` });
  const reasons = shortReasons({
    ...WHY,
    groups: [1, 2, 3].map(named),
    cves: [
      { id: "CVE-2021-26855", known_exploited: true },
      { id: "CVE-2026-1000", known_exploited: false },
    ],
    techniques: [
      { attack_id: "T1", name: null, is_new: true },
      { attack_id: "T2", name: null, is_new: false },
    ],
  });
  expect(reasons.map(({ text }) => text)).toEqual([
    "CVE-2021-26855 exploited",
    "1 new technique",
    "G0001",
    "Group 2",
    "+1 group",
    "1 CVE",
    "1 known technique",
  ]);
});

it("an age has one unit, and is a day after a month", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  const before = (ms: number) => ageOf(new Date(now - ms).toISOString(), now);
  expect(before(10_000)).toBe("now");
  expect(before(5 * 60_000)).toBe("5 min");
  expect(before(3 * 3_600_000)).toBe("3 h");
  expect(before(20 * 86_400_000)).toBe("20 d");
  expect(before(100 * 86_400_000)).toMatch(/^2025-11-2\d$/u);
});
