import { describe, expect, it } from "vitest";
import { findTechniqueIds } from "../../../src/text/tokens/technique-ids.ts";

const idsIn = (text: string) => findTechniqueIds(text).map(({ attack_id }) => attack_id);

describe("spellings of a sub-technique", () => {
  it.each([
    "T1059.001",
    "t1059.001",
    "T1059/001",
    "T1059-001",
    "T1059_001",
    "T1059:001",
    "T1059–001",
    "T1059[.]001",
    "T1059(.)001",
    "T1059[dot]001",
    "Ｔ１０５９．００１",
    "T1059．001",
    "T1059 .001",
    "T1059. 001",
    "T1059 . 001",
    "T1059.\n001",
    "T1059.\r\n   001",
    "T1059\n.001",
    "T1059.\u00a0001",
    "T1059\u00ad.001",
    "T10\u200b59.0\u200b01",
    "\u04221059.001",
    "\u03a41059.001",
    "https://attack.mitre.org/techniques/T1059/001/",
    "attack.t1059.001",
    "tags: [attack.t1059.001]",
    "攻击者使用T1059.001执行命令",
    "техника(T1059.001)",
    "[T1059.001]",
    "TTP:T1059.001.",
    "T1059.001_powershell.yaml",
  ])("reads %j", (text) => {
    expect(idsIn(text)).toEqual(["T1059.001"]);
  });
});

describe("a technique without a sub-technique", () => {
  it.each([
    "T1059",
    "(T1059)",
    "T1059.",
    "T1059. 100 hosts were hit",
    "T1059. 0012 hosts",
    "as T1059.\n100\nhosts",
    "T1059.\n\n001",
    "T1059/2021",
    "T1059-PowerShell",
    "T1059.md",
    "T1059.[3] Next",
    "techniques/T1059/",
    "使用T1059，",
    "attack_T1059",
  ])("reads %j", (text) => {
    expect(idsIn(text)).toEqual(["T1059"]);
  });
});

describe("what is no technique id", () => {
  it.each([
    "TA0001",
    "AML.T0010",
    "aml.t0010.001",
    "AML-T0010",
    "CVE-2021-1059",
    "XT1059",
    "T10591",
    "1T1059",
    "T1059x",
    "T1059.0012",
    "T1059-2021",
    "T105",
    "d41d8cd98f00b204e9800998ecf8T1059abc",
    "c2VjcmV0IGtleSBoZXJl/T1059/bm90IGFuIGlk+abc=",
    "2021-01-01T1059",
    "0a1b2c3d-T1059-11ec-8d3d",
    "STT1059.001",
    "ΤΤ1059",
  ])("skips %j", (text) => {
    expect(idsIn(text)).toEqual([]);
  });
});

describe("offsets and order", () => {
  it("reports each printed id where it stands", () => {
    const text = "First T1566, then T1059.\n001; at last t1566.";
    const printed = findTechniqueIds(text).map(({ start, end }) => text.slice(start, end));
    expect(printed).toEqual(["T1566", "T1059.\n001", "t1566"]);
    expect(idsIn(text)).toEqual(["T1566", "T1059.001", "T1566"]);
  });

  it("reads lists of ids whatever separates them", () => {
    const ids = ["T1059", "T1060", "T1071", "T1082", "T1083", "T1090", "T1105"];
    for (const separator of ["+", "/", ",", ";", " ", "|", "-"]) {
      expect(idsIn(ids.join(separator))).toEqual(ids);
    }
  });
});

describe("ids of more digits than any that was published", () => {
  const find = (text: string, ...known: string[]) =>
    findTechniqueIds(text, (id) => known.includes(id)).map(({ attack_id }) => attack_id);

  it("are found where a release has them, and are other numbers elsewhere", () => {
    expect(find("Then T10591 and t123456.001.", "T10591", "T123456.001")).toEqual([
      "T10591",
      "T123456.001",
    ]);
    expect(find("Then T10591 and T1059.", "T10592")).toEqual(["T1059"]);
    expect(find("T1234567 T10591x", "T1234567", "T10591")).toEqual([]);
  });
});
