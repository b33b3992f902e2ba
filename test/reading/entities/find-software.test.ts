import { describe, expect, it } from "vitest";
import { buildSoftwareNames, findSoftware } from "../../../src/reading/entities/find-software.ts";
import { tokenize } from "../../../src/reading/recognition/tokens.ts";
import { smallRelease } from "../../support/small-release.ts";

const names = buildSoftwareNames(smallRelease().software);

function printed(text: string): string[] {
  const found = findSoftware(text, tokenize(text), names);
  return found.map(({ software, start, end }) => `${software.name}: ${text.slice(start, end)}`);
}

describe("names that mean nothing else", () => {
  it.each([
    ["They ran Mimikatz and mimikatz.exe.", ["Mimikatz: Mimikatz", "Mimikatz: mimikatz"]],
    ["MIMIKATZ was seen", ["Mimikatz: MIMIKATZ"]],
    [
      "a cobalt-strike beacon, a Cobalt\nStrike server",
      ["Cobalt Strike: cobalt-strike", "Cobalt Strike: Cobalt\nStrike"],
    ],
    ["Ryuk spread", ["Ryuk: Ryuk"]],
    ["PowerShell Empire ran", ["Empire: PowerShell Empire"]],
    ["Playcrypt encrypts", ["Playcrypt: Playcrypt"]],
    ["see https://blog.example/mimikatz-again and mimikatz.example", []],
    ["ryuk the death god, Mimikatzen", []],
  ])("%j", (text, expected) => {
    expect(printed(text)).toEqual(expected);
  });
});

describe("ordinary words", () => {
  it.each([
    ["The Akira ransomware spread.", ["Akira: Akira"]],
    ["Akira threat actors met Kaneda; Akira was drawn by hand.", []],
    ["Play ransomware appends .play to files", ["Playcrypt: Play"]],
    ["Play the video. They Play with us, a play framework", []],
    ["They used Empire, as the empire used them.", ["Empire: Empire"]],
    ["The Roman Empire fell. Empire State Building.", []],
    [
      "Tools such as Mimikatz, Empire and Tor were found.",
      ["Mimikatz: Mimikatz", "Empire: Empire", "Tor: Tor"],
    ],
    ["Empire, Mimikatz and more", ["Empire: Empire", "Mimikatz: Mimikatz"]],
    ["through Tor exit nodes, over the Tor network", ["Tor: Tor", "Tor: Tor"]],
    ["Tor is a hill, and TOR a score; a tor network", []],
    ["the backdoor known as “Empire”", ["Empire: Empire"]],
    ["malware, called Empire by its makers", ["Empire: Empire"]],
    ["Mimikatz spread. Empire fell", ["Mimikatz: Mimikatz"]],
  ])("%j", (text, expected) => {
    expect(printed(text)).toEqual(expected);
  });
});

describe("commands that are words", () => {
  it.each([
    ["they ran net user /domain and net.exe", ["Net: net", "Net: net.exe"]],
    ["> net localgroup administrators", ["Net: net"]],
    ["The Net is wide, a net profit, .NET Framework, *.example.net", []],
    ["the net use of energy", []],
  ])("%j", (text, expected) => {
    expect(printed(text)).toEqual(expected);
  });

  it("counts a utility in prose, not where it heads a list", () => {
    const utilities = buildSoftwareNames([
      {
        attack_id: "S0096",
        stix_id: "tool--1",
        name: "Systeminfo",
        type: "tool",
        aliases: [],
        techniques: [],
      },
    ]);
    const count = (text: string) => findSoftware(text, tokenize(text), utilities).length;
    expect(count("They ran systeminfo on it.")).toBe(1);
    expect(count("They ran Systeminfo on it.")).toBe(1);
    expect(count("Modules:\nSysteminfo\nimportDll")).toBe(0);
    expect(count("Commands:\nsysteminfo\nwhoami")).toBe(1);
  });
});

describe("aliases", () => {
  it("belong to what bears the name", () => {
    const two = buildSoftwareNames([
      {
        attack_id: "S1",
        stix_id: "malware--1",
        name: "Zorgon",
        type: "malware",
        aliases: ["Blip9"],
        techniques: [],
      },
      {
        attack_id: "S2",
        stix_id: "malware--2",
        name: "Blip9",
        type: "malware",
        aliases: [],
        techniques: [],
      },
    ]);
    const text = "Blip9 and Zorgon";
    const found = findSoftware(text, tokenize(text), two).map(({ software }) => software.attack_id);
    expect(found).toEqual(["S2", "S1"]);
  });
});
