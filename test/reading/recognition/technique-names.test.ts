import { describe, expect, it } from "vitest";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";
import {
  buildTechniqueNames,
  findTechniqueNames,
} from "../../../src/reading/recognition/technique-names.ts";
import { tokenize } from "../../../src/text/tokens/tokens.ts";
import { smallRelease } from "../../support/small-release.ts";

const names = buildTechniqueNames(smallRelease());

function found(text: string): string[] {
  const hits = findTechniqueNames(text, tokenize(text), splitSentences(outlineText(text)), names);
  return hits.map(({ attack_id, form }) => `${attack_id} ${form}`);
}

describe("names of several words", () => {
  it.each([
    ["They used process injection.", "T1055 name"],
    ["PROCESS  INJECTION", "T1055 name"],
    ["process-injection", "T1055 name"],
    ["Process\nInjection", "T1055 name"],
    ["scheduled tasks were made", "T1053.005 name"],
    ["a domain generation algorithm", "T1568.002 name"],
    ["Registry Run Keys/Startup Folder", "T1547.001 name"],
    ["使用Process Injection技术", "T1055 name"],
    ["a spear-phishing attachment", "T1566.001 name"],
    ["Phishing: Spear Phishing Attachment", "T1566.001 full"],
    ["process injections", "T1055 name"],
    ["reprocess injection", ""],
    ["process. Injection", ""],
    ["Process\n\nInjection", ""],
    ["process (injection)", ""],
  ])("%j -> %j", (text, expected) => {
    const hits = found(text).filter((hit) => !hit.endsWith("word"));
    expect(hits.join()).toBe(expected);
  });
});

describe("the form Parent: Name", () => {
  it.each([
    ["Phishing: Spearphishing Link [T1566.002]", ["T1566.002 full"]],
    ["Phishing for Information: Spearphishing Link", ["T1598.003 full"]],
    ["Scheduled Task/Job: Scheduled Task", ["T1053.005 full"]],
    ["Scheduled Task/Job: At", ["T1053.002 full"]],
    ["Obtain Capabilities - Tool", ["T1588.002 full"]],
    ["Command and Scripting Interpreter:\nPython", ["T1059.006 full"]],
  ])("%j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe("single words", () => {
  it.each([
    ["It starts powershell.exe and rundll32.", ["T1059.001 word", "T1218.011 word"]],
    ["keylogging and masquerading", ["T1056.001 word", "T1036 word"]],
    ["A tool on a server at noon, in Python, over SSH.", []],
    ["Steganography hid the payload.", []],
    ["mypowershell powershells3 powershell7x", []],
  ])("%j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe("names that need their parent", () => {
  it.each([
    ["A spearphishing link was sent.", []],
    ["A phishing mail had a spearphishing link.", ["T1566 word", "T1566.002 name"]],
    ["It was phishing. A spearphishing link came.", ["T1566 word"]],
    ["They used Remote Services such as SSH at night.", ["T1021.004 word"]],
    ["To acquire infrastructure they rented a server.", ["T1583 name"]],
    ["To acquire infrastructure they rented a Server.", ["T1583 name", "T1583.004 word"]],
    ["Scheduled Task/Job was made at noon; At last.", ["T1053 name"]],
    ["Keep private keys safe.", []],
    ["They stole Private Keys.", ["T1552.004 name"]],
    ["IP Addresses", []],
  ])("%j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});
