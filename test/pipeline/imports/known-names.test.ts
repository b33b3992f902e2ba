import { describe, expect, it } from "vitest";
import { shippedIds } from "../../../src/knowledge/attack/ids/known-ids.ts";
import { recognise } from "../../../src/pipeline/intake/recognise.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { KnownNames } from "../../../src/pipeline/imports/known-names.ts";
import { fromNamesMessage, toNamesMessage } from "../../../src/readers/names-message.ts";
import { smallRelease } from "../../support/small-release.ts";

const split = {
  ...smallRelease(),
  replacements: new Map([["T1089", "T1059.001"]]),
  splits: new Map([["T1089", ["T1059.001", "T1566"]]]),
};
const names = new KnownNames([split]);

describe("ids of an import", () => {
  it.each([
    ["t1059.001", ["T1059.001"]],
    ["T1089", ["T1059.001", "T1566"]],
    // Of a newer release, of another domain, of none.
    ["T1685", ["T1685"]],
    ["T1660", ["T1660"]],
    ["T9999", ["T9999"]],
    // The release does not have it; those of its year say what became of it.
    ["T1086", ["T1059.001"]],
  ])("%s is kept as %j", (id, kept) => {
    expect(names.techniques(id)).toEqual(kept);
    expect(fromNamesMessage(toNamesMessage(names)).techniques(id)).toEqual(kept);
  });

  it("are those of a collected text as well, without what no release has", () => {
    const text = "T1089 and T1685.001, T9999, AML.T0010 and T1660 攻击者 T1059。";
    expect(recognise(outlineText(text), split).technique_ids).toEqual([
      "AML.T0010",
      "T1059",
      "T1059.001",
      "T1566",
      "T1660",
      "T1685.001",
    ]);
    expect(recognise(outlineText(text), null)).toEqual({ technique_ids: [], group_ids: [] });
  });

  it("are none of those that a line of the page prints", () => {
    const line = "Read more on T1566";
    const head = { kind: "furniture", start: 0, end: line.length, source: "format" } as const;
    const outline = outlineText(`${line}\n\nThey ran T1059.`, [head]);
    expect(recognise(outline, split).technique_ids).toEqual(["T1059"]);
  });
});

describe("names of an import", () => {
  const NAMES: Record<string, string> = {
    T1685: "Disable or Modify Tools",
    "T1685.001": "Disable or Modify Windows Event Log",
    T1059: "Command and Scripting Interpreter",
    "T1059.001": "PowerShell",
    T1566: "Phishing",
  };
  const enterprise = (version: string, ids: string[]) => ({
    ...smallRelease(),
    version,
    replacements: new Map<string, string>(),
    techniques: new Map(
      ids.map((attack_id) => [
        attack_id,
        {
          attack_id,
          stix_id: attack_id,
          name: NAMES[attack_id] ?? attack_id,
          tactics: [],
          platforms: [],
        },
      ]),
    ),
  });
  const technique = (attack_id: string, name: string) => ({
    attack_id,
    stix_id: attack_id,
    name,
    tactics: [],
    platforms: [],
  });
  const mobile = {
    ...smallRelease(),
    domain: "mobile-attack",
    version: "19.1",
    groups: [],
    techniques: new Map(
      [
        technique("T1629", "Impair Defenses"),
        technique("T1660", "Phishing"),
        technique("T1461", "Lockscreen Bypass"),
      ].map((one) => [one.attack_id, one]),
    ),
  };
  const current = new KnownNames([enterprise("19.1", Object.keys(NAMES)), mobile]);

  it.each([
    // Enterprise called T1562 so until 18, and 19 put T1685 in its place.
    ["Impair Defenses", null, ["T1685"]],
    ["Impair Defenses", "mobile-attack", ["T1629"]],
    ["impair defenses: Disable Windows Event Logging", null, ["T1685.001"]],
    ["Phishing", null, ["T1566"]],
    ["Phishing", "mobile-attack", ["T1660"]],
    ["Lockscreen Bypass", null, ["T1461"]],
    ["Command and Scripting Interpreter: PowerShell", "enterprise-attack", ["T1059.001"]],
  ])("%s of %s stands for %j", (name, domain, ids) => {
    expect(current.techniqueNamed(name, domain)).toEqual({ ids });
    const travelled = fromNamesMessage(toNamesMessage(current));
    expect(travelled.techniqueNamed(name, domain)).toEqual({ ids });
  });

  it("are never of another domain than the one that is named", () => {
    expect(current.techniqueNamed("Lockscreen Bypass", "enterprise-attack")).toBeNull();
  });

  it("are those of the release at hand, where it has them", () => {
    const older = new KnownNames([enterprise("18.1", ["T1059"]), mobile]);
    expect(older.techniqueNamed("Impair Defenses")).toEqual({ ids: ["T1562"] });
    expect(older.techniqueNamed("Disable or Modify Tools")).toEqual({ ids: ["T1562.001"] });
  });

  it("are those of another domain where the first has deprecated what it called so", () => {
    const inactive = new Map([["T1061", "deprecated" as const]]);
    const retired = { ...enterprise("19.1", ["T1059"]), inactive };
    const ics = {
      ...mobile,
      domain: "ics-attack",
      techniques: new Map([["T0823", technique("T0823", "Graphical User Interface")]]),
    };
    const named = "Graphical User Interface";
    expect(new KnownNames([retired, ics]).techniqueNamed(named)).toEqual({ ids: ["T0823"] });
    expect(new KnownNames([retired]).techniqueNamed(named)).toEqual({ ids: ["T1061"] });
  });

  it("are ambiguous where one release gives them to several techniques", () => {
    expect(names.techniqueNamed("Steganography")).toEqual({
      candidates: ["T1001.002", "T1027.003"],
    });
  });

  it("include those of releases that the shipped table does not have", () => {
    const renamed = { ...enterprise("16.0", ["T1566"]), former_names: new Map() };
    renamed.techniques.set("T1566", technique("T1566", "Angling"));
    const known = new KnownNames([enterprise("19.1", ["T1566"])], shippedIds().with([renamed]));
    expect(known.techniqueNamed("Angling")).toEqual({ ids: ["T1566"] });
    const travelled = fromNamesMessage(toNamesMessage(known));
    expect(travelled.techniqueNamed("Angling")).toEqual({ ids: ["T1566"] });
  });
});
