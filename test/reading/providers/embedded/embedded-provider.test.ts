import { openDocument } from "../../../../src/text/outline/open-document.ts";
import { describe, expect, it } from "vitest";
import { createEmbeddedProvider } from "../../../../src/reading/providers/embedded/embedded-provider.ts";
import { smallRelease } from "../../../support/small-release.ts";

const release = smallRelease();
/** Ids, names and groups alone: what is left where a release has no model. */
const lexical = createEmbeddedProvider({ find: async () => [] });

async function analyse(text: string, signal = new AbortController().signal) {
  const tokens: string[] = [];
  const progress: [string, number, number][] = [];
  const findings = await lexical.analyse(
    { document: openDocument(text), release, signal, stream: true },
    {
      token: (content) => tokens.push(content),
      progress: (stage, done, total) => progress.push([stage, done, total]),
    },
  );
  for (const { evidence, evidence_start, evidence_end, explanation } of findings.techniques) {
    expect(text.slice(evidence_start ?? -1, evidence_end ?? -1)).toBe(evidence);
    expect(evidence).toContain(explanation.hit?.text);
  }
  expect(tokens.join("")).toBe(findings.summary);
  expect(findings.summary).not.toBe("");
  expect(findings.chars_analyzed).toBe(text.length);
  expect(progress.at(-1)).toEqual(["analyse", findings.chunks, findings.chunks]);
  return { ...findings, tokens, ids: findings.techniques.map(({ attack_id }) => attack_id) };
}

describe("embedded provider without a model", () => {
  it("says what it is", async () => {
    expect(lexical.kind).toBe("embedded");
    expect(await lexical.model(release)).toBe("embedded-lexical/enterprise-attack-18.1");
  });

  it("finds ids, names and groups with their confidence", async () => {
    const { techniques, group_names, ids } = await analyse(
      "In May APT29 sent mail to the ministry, a case of Phishing: Spearphishing Attachment. " +
        "The attached file ran a script [T1059.\n001, once T1086 or T9999] and used process injection to hide.",
    );
    expect(ids).toEqual(["T1055", "T1059.001", "T1086", "T1566.001", "T9999"]);
    expect(techniques.map(({ confidence }) => confidence)).toEqual([0.75, 0.95, 0.95, 0.9, 0.95]);
    expect(techniques.map(({ explanation }) => explanation.hit?.kind)).toEqual([
      "name",
      "id",
      "id",
      "name",
      "id",
    ]);
    expect(group_names).toEqual(["APT29"]);
  });

  it("finds what was run, and quotes the sentence that introduces it", async () => {
    const { techniques, candidates, ids } = await analyse(
      "# Persistence\n\nThe intruders ran the following command:\n\n```\n" +
        "schtasks /create /tn Updater /tr C:\\ProgramData\\u.exe /sc onlogon\n```\n\n" +
        "They exported a certificate by using the command certutil -store my.\n",
    );
    expect(ids).toEqual(["T1053.005"]);
    expect(techniques[0]).toMatchObject({
      confidence: 0.9,
      evidence: expect.stringContaining("The intruders ran the following command:"),
      explanation: {
        hit: {
          kind: "command",
          text: "schtasks /create /tn Updater /tr C:\\ProgramData\\u.exe /sc onlogon",
        },
      },
    });
    expect(candidates.map(({ attack_id, confidence }) => [attack_id, confidence])).toEqual([
      ["T1552.004", 0.3],
    ]);
  });

  it("sets aside what defenders are to look for", async () => {
    const { set_aside, ids } = await analyse(
      "# Detection\n\nHunt for the following command:\n\n```\n" +
        "schtasks /create /tn Updater /tr C:\\ProgramData\\u.exe\n```\n\n# Summary\n\nT1055 was seen.\n",
    );
    expect(ids).toEqual(["T1055"]);
    expect(set_aside.map(({ attack_id, reason }) => [attack_id, reason])).toEqual([
      ["T1053.005", "detection"],
    ]);
  });

  it("does not report a parent whose name only labels a printed sub-technique", async () => {
    const { ids } = await analyse(
      "Seen: Masquerading: Match Legitimate Name or Location [T1036.005]",
    );
    expect(ids).toEqual(["T1036.005"]);
  });

  it("reads mixed scripts", async () => {
    const { ids, group_names } = await analyse(
      "攻击者APT29使用PowerShell（T1059.001）执行命令。Затем группа Turla применила Process Injection\ud800 и Т1078.",
    );
    expect(ids).toEqual(["T1055", "T1059.001", "T1078"]);
    expect(group_names).toEqual(["APT29", "Turla"]);
  });

  it("gives the same findings for the same text", async () => {
    const text = "APT28 and process hollowing, T1078. ".repeat(20);
    expect(await analyse(text)).toEqual(await analyse(text));
  });
});

describe("long texts", () => {
  it("loses nothing at a slice border, wherever it falls", async () => {
    const filler = "The clerk went home early and saw nothing of it. ";
    const start = 50_000 - (50_000 % filler.length);
    for (let shift = 0; shift < 60; shift += 1) {
      const text = `${filler.repeat(start / filler.length - 1)}${"x".repeat(shift)} Process\nInjection of T1059.\n001 by Fancy\nBear. ${filler.repeat(1200)}`;
      const { ids, group_names, chunks } = await analyse(text);
      expect(chunks).toBeGreaterThan(1);
      expect(ids).toEqual(["T1055", "T1059.001"]);
      expect(group_names).toEqual(["APT28", "Fancy Bear"]);
    }
  });

  it("loses nothing where sentences end by force", async () => {
    for (let shift = 0; shift < 30; shift += 1) {
      const text = `${"z".repeat(49_980 + shift)} PowerShell T1059.001 ${"z".repeat(2_000)} Process Injection ${"z".repeat(60_000)}`;
      expect((await analyse(text)).ids).toEqual(["T1055", "T1059.001"]);
    }
  });

  it("lets others run and stops when asked", async () => {
    const controller = new AbortController();
    const reason = new Error("gone");
    setTimeout(() => controller.abort(reason), 0);
    await expect(analyse("word ".repeat(100_000), controller.signal)).rejects.toBe(reason);
    await expect(analyse("word", AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe("bad input", () => {
  it.each([
    ["", 0],
    [" \n ", 0],
    ["12 345 6.7", 0],
    ["\ud800\udc00\udc00", 0],
  ])("finds nothing in %j and says so", async (text, count) => {
    const { ids, summary } = await analyse(text);
    expect(ids).toHaveLength(count);
    expect(summary).toContain(
      "No adversary activity in it was matched to a technique of ATT&CK Enterprise 18.1.",
    );
    expect(summary.isWellFormed()).toBe(true);
  });

  // Measured at 0.02 to 1.3 s each; the limit leaves room for slow machines, and a quadratic step breaks it.
  it.each([
    "T1059.001 ",
    "T1059.",
    "T1059 ",
    ".",
    "(",
    "a",
    " ",
    "\n",
    "a\n",
    "A\n",
    "-\n",
    "\t",
    "a   ",
    "| ",
    "word ",
    "a. ",
    "A. ",
    ".) ",
    "[1]",
    ".[",
    '?"',
    "。",
    "字",
    "\ud800",
    "😀",
    "T\u200b",
    "\u00ad",
    "+/",
    "T1059/",
    "Process ",
    "Process\n",
    "Phishing: ",
    "APT ",
    "Play ",
    "Snake Turla ",
    "Phishing: Spearphishing Link ",
    "1. ",
    "e.g. ",
  ])("takes a million characters of %j", async (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length)).slice(0, 1_000_000);
    const { chunks } = await analyse(text);
    expect(chunks).toBeLessThan(30);
  });
});
