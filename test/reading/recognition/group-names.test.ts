import { describe, expect, it } from "vitest";
import { findGroups } from "../../../src/reading/recognition/group-names.ts";
import { smallRelease } from "../../support/small-release.ts";

const { groups } = smallRelease();
const named = (text: string) => findGroups(text, groups).map(({ name }) => name);

describe("group names", () => {
  it.each([
    ["APT29 was here", ["APT29"]],
    ["apt 29 and APT-28", ["APT29", "APT28"]],
    ["APT291, APT2 9 and XAPT29", []],
    ["cozy bear, FANCY\nBEAR", ["APT29", "APT28"]],
    ["Turla attacked.", ["Turla"]],
    ["TURLA attacked; turla slept", ["Turla"]],
    ["turla used a new implant", ["Turla"]],
    ["see turla.exe, /blog/turla and http://turla-news.example", []],
    ["Temp.Veles and Lapsus$", ["TEMP.Veles", "LAPSUS$"]],
    ["menuPass or Menupass", ["menuPass"]],
    ["Group5 it was", ["Group5"]],
    ["in group 5 and Group 5", []],
    ["攻击者APT29使用", ["APT29"]],
    ["группа APT28, группа Turla", ["APT28", "Turla"]],
    ["ke3chang", ["Ke3chang"]],
    ["TG4127 is a part, tg-4127 a group", ["APT28"]],
  ])("%j -> %j", (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it("takes ordinary words for names only with a cue near by", () => {
    expect(
      named("Play the video. Silence fell. Snake bites. Nickel and the Equation Editor."),
    ).toEqual([]);
    expect(named("Play ransomware spread, as the Silence group said.")).toEqual(
      ["Silence", "Play"].toReversed(),
    );
    expect(named("Known as Venomous Bear, Uroburos or Snake.")).toEqual(["Turla"]);
    expect(named("Tools of the Equation Group leaked.")).toEqual(["Equation"]);
    expect(named("The play group met in silence.")).toEqual([]);
    expect(named("Silence used mail; later the silence used to be long.")).toEqual(["Silence"]);
  });

  it("takes an ordinary word for a name where its capital can only be a name's", () => {
    expect(named("We saw Silence.")).toEqual(["Silence"]);
    expect(named("The banks were robbed by Silence, it is said.")).toEqual(["Silence"]);
    expect(named("Silence")).toEqual(["Silence"]);
    expect(named("Seen this year:\n- Silence\n- others")).toEqual(["Silence"]);
    expect(named("The mailers of NICKEL were found.")).toEqual(["Ke3chang"]);
    // A heading, an article, a longer name, a product, a button.
    expect(named("Breaking The Silence Of Victims")).toEqual([]);
    expect(named("They kept the Silence for a year.")).toEqual([]);
    expect(named("They met in Silence Lodge near by.")).toEqual([]);
    expect(named("They exploited Equation in a document, and Snake in a log.")).toEqual([]);
    expect(named("Then press Play and wait in silence.")).toEqual([]);
  });

  it("takes an ordinary word for a name where it is given to an actor", () => {
    expect(named('The actors are known as "Chafer".')).toEqual(["APT39"]);
    expect(named("THE APT GROUP, WHICH IS KNOWN AS CHIMERA")).toEqual(["Chimera"]);
    expect(named("An APT group that others have long tracked as Chimera")).toEqual(["Chimera"]);
    expect(named("A crew of hackers, dubbed “Chafer”")).toEqual(["APT39"]);
    // A beast, a tool, a part of a longer name.
    expect(named("A Lion With A Goat's Head Known As Chimera")).toEqual([]);
    expect(named("THE ACTORS USED A TOOL KNOWN AS CHIMERA")).toEqual([]);
    expect(named("THE ACTORS' FILE IS KNOWN AS CHIMERA.LOADER")).toEqual([]);
  });

  it("gives the names found, as ATT&CK spells them, by first mention", () => {
    expect(findGroups("fancy bear, Sofacy and again Fancy Bear", groups)).toEqual([
      { attack_id: "G0007", name: "APT28", mentioned: ["Fancy Bear", "Sofacy"] },
    ]);
  });

  it("prefers the group whose own name it is", () => {
    expect(named("The Thrip group")).toEqual(["Thrip"]);
  });
});
