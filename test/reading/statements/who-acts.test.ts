import { describe, expect, it } from "vitest";
import { actorAt } from "../../../src/reading/statements/actor-at.ts";

/** Who acts at the first place of a name in a text. */
const at = (name: string, text: string, foreign = false) => {
  const start = text.indexOf(name);
  return actorAt(text, { start, end: start + name.length }, foreign);
};

describe("who acts", () => {
  it.each([
    ["APT29", "APT29 used PowerShell to load the second stage."],
    ["APT29", "In May, the Russian threat group APT29 (also known as Cozy Bear) sent mail."],
    ["Volt Typhoon", "According to the agencies, Volt Typhoon commonly exploits edge devices."],
    ["Volt Typhoon", "Volt Typhoon has been observed using vssadmin."],
    ["SUNBURST", "Once it is loaded, SUNBURST contacts its server over HTTP."],
    ["TrickBot", "T1112 TrickBot can modify registry entries."],
    ["TrickBot", "LSASS memory is dumped by TrickBot and sent away."],
    ["APT29", "The files were stolen by the group APT29 in May."],
  ])("is %s in %j", (name, text) => {
    expect(at(name, text)).toBe("name");
  });

  it.each([
    ["Ryuk", "Ryuk actors used Cobalt Strike."],
    ["TrickBot", "TrickBot operators then deploy ransomware."],
    ["Play", "The wallets were provided by Play actors."],
  ])("is whoever runs %s in %j", (name, text) => {
    expect(at(name, text)).toBe("people");
  });

  it.each([
    ["APT29", "Analysts attributed the intrusion to APT29 and published a report."],
    ["APT29", "The victim was attacked before APT29 was known."],
    ["APT29", "The servers are owned by APT29."],
    ["APT29", "APT29 is believed to be behind the intrusion."],
    ["APT29", "APT29 may have deployed a loader."],
    ["TrickBot", "The mail delivered TrickBot, which was removed."],
    ["Emotet", "After the download of Emotet a script ran it."],
    [
      "SystemBC",
      "They used Cobalt Strike and SystemBC, and tools like PsExec, to assist with that.",
    ],
    ["RAT", "The NetSupport RAT droppers were delivered by mail."],
  ])("is not %s in %j", (name, text) => {
    expect(at(name, text)).toBeNull();
  });

  it.each([
    ["APT29", "Die Gruppe APT29 nutzte PowerShell.", "name"],
    ["APT29", "Der Angriff wurde von APT29 beobachtet.", null],
    ["Turla", "Turla a utilisé PowerShell.", "name"],
    ["Lazarus", "Lazarus utilizó PowerShell.", "name"],
    ["APT29", "Группировка APT29 использовала PowerShell.", "name"],
    ["APT29", "Атака против APT29 использовала PowerShell.", null],
    ["Ведьма", "Ведьма загрузила второй модуль.", "name"],
    ["海莲花", "海莲花使用了PowerShell下载样本。", "name"],
    ["海莲花", "样本被海莲花下载。", null],
  ])("is read in other languages: %s in %j", (name, text, acts) => {
    expect(at(name, text, true)).toBe(acts);
  });
});
