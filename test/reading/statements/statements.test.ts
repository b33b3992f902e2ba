import { describe, expect, it } from "vitest";
import { indicatedBy } from "../../../src/reading/statements/indicated.ts";
import { nameFinder, type NamedThing } from "../../../src/reading/statements/named-things.ts";
import { statementsIn } from "../../../src/reading/statements/software-statements.ts";

const thing = (kind: NamedThing["kind"], ...names: string[]): NamedThing => ({
  key: names[0] ?? "",
  kind,
  names,
  attack_id: null,
});
const THINGS = [
  thing("group", "APT29", "Cozy Bear"),
  thing("group", "海莲花"),
  thing("campaign", "Operation Ghost"),
  thing("malware", "SUNBURST"),
  thing("malware", "Raindrop"),
  thing("tool", "Mimikatz"),
];
const find = nameFinder(THINGS);

describe("where a text names things", () => {
  it.each([
    ["APT29 and Cozy Bear", ["APT29", "APT29"]],
    ["APT290 and XAPT29 are others", []],
    ["海莲花使用SUNBURST攻击", ["海莲花", "SUNBURST"]],
    ["The loader is similar to SUNBURST.", []],
    ["It was not APT29.", []],
    ["They did not use Mimikatz.", []],
  ])("%j names %j", (text, keys) => {
    expect(find(text).map(({ thing: { key } }) => key)).toEqual(keys);
  });

  it("takes names as they are written, whatever signs they have", () => {
    const odd = nameFinder([thing("malware", "C++.(x)|[y]"), thing("malware", "$^{2}")]);
    expect(odd("A C++.(x)|[y] and $^{2} here").map(({ start }) => start)).toEqual([2, 18]);
  });

  it("goes over a text once, however many names there are", () => {
    const many = Array.from({ length: 2_000 }, (_, n) => thing("malware", `Name${n}x`));
    const text = "Name7x ran. ".repeat(50);
    const names = nameFinder(many);
    const before = process.cpuUsage().user;
    for (let n = 0; n < 200; n += 1) expect(names(text)).toHaveLength(50);
    expect(process.cpuUsage().user - before).toBeLessThan(20_000_000);
  });
});

describe("what a text says of two things", () => {
  const said = (text: string, foreign = false) =>
    statementsIn(text, find(text), foreign).map(
      ({ source, relation, target }) => `${source} ${relation} ${target}`,
    );

  it.each([
    ["APT29 deployed SUNBURST on a server.", ["APT29 uses SUNBURST"]],
    ["APT29 used tools such as Mimikatz to dump memory.", ["APT29 uses Mimikatz"]],
    ["SUNBURST loads Raindrop into memory.", ["SUNBURST drops Raindrop"]],
    ["SUNBURST downloads Raindrop.", ["SUNBURST downloads Raindrop"]],
    ["SUNBURST has used Mimikatz.", ["SUNBURST uses Mimikatz"]],
    ["SUNBURST, used by APT29, is a backdoor.", ["APT29 uses SUNBURST"]],
    ["Operation Ghost was attributed to APT29.", ["Operation Ghost attributed-to APT29"]],
    ["APT29 exploited CVE-2021-26855 there.", ["APT29 targets CVE-2021-26855"]],
    ["SUNBURST exploits CVE-2021-26855.", ["SUNBURST exploits CVE-2021-26855"]],
  ])("%j says %j", (text, statements) => {
    expect(said(text)).toEqual(statements);
  });

  it("reads other languages", () => {
    expect(said("海莲花使用SUNBURST攻击", true)).toEqual(["海莲花 uses SUNBURST"]);
    expect(said("Группировка APT29 использовала SUNBURST.", true)).toEqual(["APT29 uses SUNBURST"]);
  });

  it.each([
    "APT29 and SUNBURST were in the news.",
    "APT29 sent mail. SUNBURST ran later.",
    "APT29 used a loader, while SUNBURST waited.",
    "Analysts of APT29 used Mimikatz.",
    "APT29 may have deployed SUNBURST.",
    "Operation Ghost and APT29 overlap in time.",
    "Mimikatz was found next to SUNBURST.",
    "APT29 read about CVE-2021-26855.",
  ])("%j says nothing", (text) => {
    expect(said(text)).toEqual([]);
  });
});

describe("what a value indicates", () => {
  const indicated = (value: string, sentence: string | null, heading: string | null = null) =>
    indicatedBy({ written: [value], sentence, heading }, find, false);

  it.each([
    ["203.0.113.7", "SUNBURST C2 server 203.0.113.7", null, ["SUNBURST"]],
    ["203.0.113.7", "SUNBURST: 203.0.113.7", null, ["SUNBURST"]],
    ["203.0.113.7", "203.0.113.7 SUNBURST", null, ["SUNBURST"]],
    ["203.0.113.7", "SUNBURST connects to 203.0.113.7 over TLS.", null, ["SUNBURST"]],
    ["203.0.113.7", "203.0.113.7", "SUNBURST", ["SUNBURST"]],
    ["203.0.113.7", "203.0.113.7", "Table 2: SUNBURST indicators of compromise", ["SUNBURST"]],
    ["203.0.113.7", null, "Hashes of Mimikatz", ["Mimikatz"]],
  ])("%s in %j below %j: %j", (value, sentence, heading, keys) => {
    expect(indicated(value, sentence, heading)).toEqual(keys);
  });

  it.each([
    ["203.0.113.7", "While SUNBURST slept, the victim's host 203.0.113.7 was patched.", null],
    ["203.0.113.7", "198.51.100.1 SUNBURST 203.0.113.7", null],
    ["203.0.113.7", "203.0.113.7", "SUNBURST and Raindrop indicators"],
    ["203.0.113.7", "203.0.113.7 Raindrop sample of a colleague", "198.51.100.1 SUNBURST"],
    ["203.0.113.7", "The mail came from a host of the victim at 203.0.113.7.", "SUNBURST"],
    ["203.0.113.7", "203.0.113.7", "How the incident with SUNBURST began for us"],
    ["203.0.113.7", "203.0.113.7", null],
  ])("%s in %j below %j indicates nothing of the heading", (value, sentence, heading) => {
    expect(indicated(value, sentence, heading).filter((key) => key !== "Raindrop")).toEqual([]);
  });
});
