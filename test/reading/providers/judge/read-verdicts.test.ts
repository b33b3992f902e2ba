import { describe, expect, it } from "vitest";
import { shippedRelease } from "../../../../scripts/model/shipped.ts";
import type { Pair } from "../../../../src/reading/providers/judge/propose-pairs.ts";
import { readVerdicts } from "../../../../src/reading/providers/judge/read-verdicts.ts";

const release = shippedRelease();
const passage = (text: string, start: number) => ({
  text,
  start,
  end: start + text.length,
  before: "",
  after: "",
});
const FIRST = passage("They dumped LSASS memory.", 0);
const SECOND = passage("They ran a PowerShell script.", 30);
const pair = (of: typeof FIRST, attack_id: string): Pair => ({
  passage: of,
  place: of,
  attack_id,
});
const PAIRS = [pair(FIRST, "T1003.001"), pair(FIRST, "T1005"), pair(SECOND, "T1059.001")];

const read = (value: unknown) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const result = readVerdicts(text, PAIRS, release);
  return "fault" in result ? result.fault : Object.fromEntries(result.answer);
};
const said = (
  number: unknown,
  verdict: unknown,
  attack_id: unknown = "",
  reason: unknown = "",
) => ({
  pair: number,
  verdict,
  attack_id,
  reason,
});
const plain = (verdict: string, more: object = {}) => ({
  verdict,
  other_id: null,
  reason: "",
  missed: [],
  ...more,
});

describe("the verdicts of a model", () => {
  it("are read by number, in any order, and each for itself", () => {
    const verdicts = [
      said(3, " YES ", "", "It ran a script."),
      said("1", "no"),
      said(2, "other", "t1003.001"),
      said(9, "yes"),
      said(0, "yes"),
      "yes",
      null,
    ];
    expect(read({ verdicts, missed: [] })).toEqual({
      0: plain("no"),
      1: plain("other", { other_id: "T1003.001" }),
      2: plain("yes", { reason: "It ran a script." }),
    });
  });

  it.each([
    ["a word that is no verdict", [said(1, "maybe"), said(2, "no")], { 1: plain("no") }],
    [
      "answers that contradict each other",
      [said(1, "yes"), said(1, "no"), said(2, "no")],
      { 1: plain("no") },
    ],
    ["another id that the release does not have", [said(1, "other", "T9999")], { 0: plain("no") }],
    [
      "another id that is the same",
      [said(1, "other", "T1003.001"), said(2, "no")],
      { 1: plain("no") },
    ],
    [
      "a revoked id, which is followed",
      [said(2, "other", "T1086")],
      { 1: plain("other", { other_id: "T1059.001" }) },
    ],
    ["no reason and no id", [{ pair: 1, verdict: "yes" }], { 0: plain("yes") }],
  ])("may hold %s", (_case, verdicts, expected) => {
    expect(read({ verdicts })).toEqual(expected);
  });

  it("are kept as far as they are complete where the answer was cut", () => {
    const whole = JSON.stringify({ verdicts: [said(1, "yes"), said(2, "no"), said(3, "yes")] });
    const cut = whole.slice(0, whole.lastIndexOf("verdict"));
    expect(read(cut)).toEqual({ 0: plain("yes"), 1: plain("no") });
    expect(read(whole.slice(0, 20))).toBe("The answer is not valid JSON, or is cut short.");
  });

  it("have reasons of one short line", () => {
    const reason = `First.\nSecond\u202e ${"x".repeat(5_000)}`;
    const answers = read({ verdicts: [said(1, "yes", "", reason)] });
    const [answer] = Object.values(answers as Record<string, { reason: string }>);
    expect(answer?.reason).toMatch(/^First\. Second x+$/);
    expect(answer?.reason.length).toBeLessThanOrEqual(300);
  });

  it("come with what was missed, three known ids to a passage at most", () => {
    const missed = ["T1105", "T1105", "T9999", "T1027", "T1113", "T1115"].map((attack_id) => ({
      passage: 2,
      attack_id,
    }));
    const other = { passage: 7, attack_id: "T1113" };
    const verdicts = [said(1, "yes"), said(3, "yes")];
    expect(read({ verdicts, missed: [...missed, other, "T1"] })).toEqual({
      0: plain("yes"),
      2: plain("yes", { missed: ["T1105", "T1027", "T1113"] }),
    });
  });

  it.each([
    ["", "The answer is empty."],
    ['{"verdicts": [}', "The answer is not valid JSON, or is cut short."],
    [
      { verdict: "yes" },
      "At '/verdicts' the answer is not of the schema: Invalid input: expected array, received undefined.",
    ],
    [{ verdicts: [] }, "None of the pairs has a readable verdict."],
    [{ verdicts: [said(1, "perhaps")] }, "None of the pairs has a readable verdict."],
  ])("are at fault: %j", (value, fault) => {
    expect(read(value)).toMatch(fault);
  });
});
