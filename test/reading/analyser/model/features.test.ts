import { describe, expect, it } from "vitest";
import { cleanText } from "../../../../src/reading/analyser/model/clean-text.ts";
import { findContextFeatures } from "../../../../src/reading/analyser/model/context-features.ts";
import { extractFeatures } from "../../../../src/reading/analyser/model/features.ts";
import { hashKey } from "../../../../src/reading/analyser/model/hash.ts";
import { buildNameMask } from "../../../../src/reading/analyser/model/name-mask.ts";
import { stem } from "../../../../src/reading/analyser/model/stem.ts";

const mask = buildNameMask(["Quiet Heron", "MUDLARK", "Tin7"]);
const keysOf = (text: string) => new Set(extractFeatures(text, mask).keys);
const has = (text: string, form: string) => keysOf(text).has(hashKey(form));

describe("cleanText", () => {
  it.each([
    ["It ran.(Citation: Some Blog May 2020)", "It ran."],
    ["[a tool](https://example.org/x)", "a tool"],
    ["plain words stay", "plain words stay"],
  ])("%j -> %j", (text, expected) => {
    expect(cleanText(text).trim()).toBe(expected);
  });

  it.each([
    ["see CVE-2021-1234", "cve"],
    ["from hxxps://evil[.]example/a", "url"],
    ["to 10.1.2[.]3:443", "ip"],
    ["d41d8cd98f00b204e9800998ecf8427e", "hash"],
    ["a@b.example", "mail"],
  ])("folds %j", (text, kind) => {
    expect(cleanText(text)).toContain(`\u2021${kind}`);
  });

  it("leaves printed ids to the detectors", () => {
    expect(cleanText("It used T1059.001 here").replace(/\s+/g, " ")).toBe("It used here");
  });
});

describe("stem", () => {
  it.each([
    ["encrypted encrypts encryption", "encrypt"],
    ["dropped drops dropping", "drop"],
    ["executes executed execution", "execut"],
    ["processes process", "process"],
    ["copies copied copy", "copy"],
  ])("%s", (words, expected) => {
    expect([...new Set(words.split(" ").map(stem))]).toEqual([expected]);
  });
});

describe("extractFeatures", () => {
  it("gives stems and pairs, each once", () => {
    const { keys } = extractFeatures("stole passwords and stole passwords", mask);
    expect(new Set(keys).size).toBe(keys.length);
    expect(has("they stole passwords", "password")).toBe(true);
  });

  it("keeps paths whole and splits them", () => {
    const text = String.raw`copied to C:\Temp\CreateRemoteThread.exe`;
    for (const form of ["temp", "remot", "thread", "exe"]) expect(has(text, form)).toBe(true);
    expect(has(text, String.raw`=c:\temp\createremotethread.exe`)).toBe(true);
  });

  it.each(["Quiet Heron", "MUDLARK", "Tin7", "MUDLARK's"])("masks %s", (name) => {
    expect(keysOf(`${name} sent mail`)).toEqual(keysOf("MUDLARK sent mail"));
  });

  it("does not mask what is not written as a name", () => {
    expect(has("a quiet heron", "heron")).toBe(true);
  });

  it("tells the words behind a feature", () => {
    const { keys, first, last, words } = extractFeatures("It dumped the credentials", mask);
    const spans = keys.map((_, i) => words.slice(first[i], (last[i] ?? 0) + 1).join(" "));
    expect(spans).toContain("dumped the credentials");
  });
});

describe("cues", () => {
  it("tells deeds from advice", () => {
    expect(findContextFeatures("The attackers then used a script to delete the logs.")).toEqual({
      actor: 1,
      deed: 1,
      advice: 0,
      prose: 1,
    });
    expect(findContextFeatures("Disable macros where they are not needed.").advice).toBe(1);
    expect(findContextFeatures("Hosts should be patched.").advice).toBe(1);
  });
});
