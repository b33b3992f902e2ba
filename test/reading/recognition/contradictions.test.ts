import { describe, expect, it } from "vitest";
import { findContradictions } from "../../../src/reading/recognition/contradictions.ts";
import type { TechniqueMention } from "../../../src/reading/recognition/detectors.ts";
import { smallRelease } from "../../support/small-release.ts";

const release = smallRelease();

/** Mentions of the given printed ids and names, by what they are. */
function found(text: string, ids: string[], names: Record<string, string> = {}) {
  const mention = (attack_id: string, kind: "id" | "name", printed: string): TechniqueMention => {
    const start = text.indexOf(printed);
    return {
      attack_id,
      start,
      end: start + printed.length,
      confidence: 0.9,
      hit: { kind, text: printed },
    };
  };
  return findContradictions(
    text,
    [
      ...ids.map((id) => mention(id, "id", id)),
      ...Object.entries(names).map(([id, name]) => mention(id, "name", name)),
    ],
    release,
  );
}

describe("findContradictions", () => {
  it("says that the name beside an id is another technique's", () => {
    const text = "T1566.001 - Process Injection: seen on two hosts.";
    const [one] = found(text, ["T1566.001"], { T1055: "Process Injection" });
    expect(one?.warning).toBe(
      "T1566.001 is Spearphishing Attachment, but “Process Injection”, printed beside it, is T1055.",
    );
    expect(one?.supported?.attack_id).toBe("T1055");
  });

  it("says that a parent's id stands beside a sub-technique's name", () => {
    const [one] = found("It ran PowerShell (T1059).", ["T1059"], { "T1059.001": "PowerShell" });
    expect(one?.warning).toContain("printed beside it, is T1059.001");
  });

  it("says that a revoked id's name is not its successor's", () => {
    const [one] = found("T1086 Commonly Used Port", ["T1086"]);
    expect(one).toMatchObject({
      attack_id: "T1086",
      warning:
        "T1086 is replaced by T1059.001 PowerShell, but the report calls it “Commonly Used Port”.",
      supported: null,
    });
    expect(found("PowerShell Scripts (T1086) ran.", ["T1086"])).toEqual([]);
  });

  it.each([
    ["T1055 - Process Injection", { T1055: "Process Injection" }],
    ["T1566.001 Phishing: a mail", { T1566: "Phishing" }],
    // The next row of a flattened table, and prose in which the id means more than the last words.
    ["Mail T1566.001 Process Injection T1055", { T1055: "Process Injection" }],
    ["They came in by Process Injection [T1566.001].", { T1055: "Process Injection" }],
  ])("is silent on %j", (text, names) => {
    const id = text.includes("T1566.001") ? "T1566.001" : "T1055";
    expect(found(text, [id], names)).toEqual([]);
  });
});
