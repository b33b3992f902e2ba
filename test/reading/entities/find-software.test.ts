import { describe, expect, it } from "vitest";
import type { IndexedSoftware } from "../../../src/knowledge/attack/release-index.ts";
import { buildSoftwareNames, findSoftware } from "../../../src/reading/entities/find-software.ts";
import { tokenize } from "../../../src/text/tokens/tokens.ts";
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

/** Names of ATT&CK's that are ordinary words, and what they are. */
const WORDS: [type: "malware" | "tool", name: string, ...aliases: string[]][] = [
  ["tool", "at", "at.exe"],
  ["tool", "Net", "net.exe"],
  ["tool", "Reg", "reg.exe"],
  ["tool", "route", "route.exe"],
  ["tool", "Expand"],
  ["tool", "ftp", "ftp.exe"],
  ["tool", "Ping"],
  ["tool", "cmd", "cmd.exe"],
  ["tool", "Arp", "arp.exe"],
  ["tool", "Tor"],
  ["tool", "Mimikatz"],
  ["tool", "certutil"],
  ["malware", "Playcrypt", "Play"],
  ["malware", "Royal"],
  ["malware", "Carbon"],
  ["malware", "PAGE"],
  ["malware", "CALENDAR"],
  ["malware", "Solar"],
  ["malware", "PHOTO"],
  ["malware", "ZLib"],
];
const wordNames = buildSoftwareNames(
  WORDS.map(([type, name, ...aliases]) => ({
    attack_id: name,
    stix_id: name,
    name,
    type,
    aliases,
    techniques: [],
  })),
);

describe("ordinary words in the sentences that reports have", () => {
  it.each([
    ["Meet us at noon, at the gate. At last, look at \\\\server\\share", []],
    ["Mimikatz, at least, was run at scale", ["Mimikatz"]],
    ["tools such as Mimikatz, at times", ["Mimikatz"]],
    ["The net result, a net loss; .NET, ASP.NET, evil.net; Net neutrality", []],
    ["Safety nets and the Net of Things, net of tax", []],
    ["Mimikatz, net of the others", ["Mimikatz"]],
    ["Play the ball. They play; Play Store, Google Play, fair Play, plays a role", []],
    ["play-to-earn and Play-Doh", []],
    ["Page 3 of 22, PAGE 4, see the page, man pages", []],
    ["Royal Canadian Mounted Police, the Royal Navy, a royal decree", []],
    ["VMware Carbon Black, carbon copies, Carbon footprint", []],
    ["Google Calendar and a calendar invite, CALENDAR OF EVENTS", []],
    ["solar energy, SOLAR panels, Solar Winds", []],
    ["a photo of it, PHOTO: Reuters", []],
    ["such as 7-Zip, RAR, ZIP, or zlib.", []],
    ["File Transfer Protocol (FTP), an ftp server, ftp://host", []],
    ["The route to it; en route; re-route patients, expand access", []],
    ["ping us, a ping of the host, Ping Identity, shopping", []],
    ["tools such as scanners to ping, then move on", []],
    ["reg. no. 12, Reg Smith, cmd + C, cmd=run, /cmd/x", []],
    ["Tor Hansen came from Tor Bay; via Tor Vergata; TOR (terms of reference)", []],
  ])("%j", (text, expected) => {
    const found = findSoftware(text, tokenize(text), wordNames);
    expect(found.map(({ software }) => software.name)).toEqual(expected);
  });

  it.each([
    ["native tools—such as net view, net computers, and ping—to map", ["Net", "Ping"]],
    ["encoded commands, including ping, net group, and net user", ["Ping", "Net", "Net"]],
    ["such as ping.exe and tracert.exe, At.exe, reg.EXE", ["Ping", "at", "Reg"]],
    ["used:\n• cmd\n• certutil\n• dnscmd", ["cmd", "certutil"]],
    ["“The Onion Router” (Tor) is used by many", ["Tor"]],
    ["activity from Tor that came, and communicate via TOR, Tox", ["Tor", "Tor"]],
    ["anonymity networks (such as Tor) or others", ["Tor"]],
    ["Play ransomware, Royal ransomware and the Carbon backdoor", ["Playcrypt", "Royal", "Carbon"]],
    ["at \\\\10.0.0.1 13:30 run.bat; reg save hklm\\sam", ["at", "Reg"]],
  ])("but where they name software: %j", (text, expected) => {
    const found = findSoftware(text, tokenize(text), wordNames);
    expect(found.map(({ software }) => software.name)).toEqual(expected);
  });
});

describe("names that groups have, too", () => {
  const software = (attack_id: string, name: string, ...aliases: string[]): IndexedSoftware => ({
    attack_id,
    stix_id: attack_id,
    name,
    type: "malware",
    aliases,
    techniques: [],
  });
  const shared = buildSoftwareNames(
    [software("S0030", "Carbanak", "Anunak"), software("S0137", "CORESHELL", "Sofacy")],
    [
      { name: "Carbanak", aliases: ["Anunak"] },
      { name: "APT28", aliases: ["Sofacy"] },
    ],
  );
  it.each([
    ["FIN7 or Carbanak struck again; Anunak, too", []],
    ["APT28 (aka Sofacy, Sednit) used CORESHELL", ["CORESHELL"]],
    ["The Carbanak backdoor, the Sofacy implant", ["Carbanak", "CORESHELL"]],
    ["malware such as Carbanak", ["Carbanak"]],
  ])("%j", (text, expected) => {
    const found = findSoftware(text, tokenize(text), shared);
    expect(found.map(({ software: { name } }) => name)).toEqual(expected);
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
