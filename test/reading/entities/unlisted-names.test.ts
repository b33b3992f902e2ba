import { describe, expect, it } from "vitest";
import { findEntities } from "../../../src/reading/entities/find-entities.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { smallRelease } from "../../support/small-release.ts";

const release = smallRelease();
const read = async (text: string) =>
  await findEntities(outlineText(text), release, [], async () => undefined);

async function unlisted(text: string): Promise<string[]> {
  const found = await read(text);
  return found.unlisted.map(({ kind, name }) => `${kind}: ${name}`);
}

describe("names that the release does not list", () => {
  it.each([
    // By pattern.
    ["The mails came from UNC4321.", ["group: UNC4321"]],
    ["Storm-0777 and TA888 share servers.", ["group: Storm-0777", "group: TA888"]],
    [
      "CL-STA-0099, UAC-0199 and APT-C-77",
      ["group: CL-STA-0099", "group: UAC-0199", "group: APT-C-77"],
    ],
    ["Tactic TA0001, T1566, file UNC12.exe and storm-0777.example", []],
    ["the servers of Lilac Typhoon were seized", ["group: Lilac Typhoon"]],
    // By position.
    ["We blame the threat group Velvet Otter for it.", ["group: Velvet Otter"]],
    ["A new backdoor called Umbrix opened a port.", ["malware: Umbrix"]],
    ["Then the Umbrix ransomware encrypted the files.", ["malware: Umbrix"]],
    ["The malware, dubbed “Umbrix,” sleeps.", ["malware: Umbrix"]],
    ["Umbrix is a modular backdoor. Umbrix was seen, and later umbrix.", []],
    ["They ran a tool called NetPeeker.", ["tool: NetPeeker"]],
    ["It was part of Operation GlassHarbor.", ["campaign: Operation GlassHarbor"]],
    // One word that ends as names of malware do.
    ["They installed VelvetRAT and GlassStealer.", ["malware: VelvetRAT", "malware: GlassStealer"]],
    ["BitLocker and AppLocker were off.", []],
    // Something else that is named.
    ["A service called Umbrix, a file named Umbrix, a researcher known as Umbrix.", []],
    ["Windows malware, a Linux backdoor, Russian hackers and Kaspersky's ransomware team", []],
    ["Group Policy, the Finance group and a Python backdoor", []],
    // Columns of a table of indicators.
    [
      "SHA-256\tabc\tUmbrix loader\nSHA-256\tdef\tencryptor\nSHA-256 malware is a hash.",
      ["malware: Umbrix"],
    ],
    // A company.
    ["Le groupe Umbrix a porté plainte. Selon le groupe Umbrix, le groupe Umbrix va bien.", []],
    ["They broke into the Velvix group. The Velvix group said that the Velvix group was safe.", []],
    // A vulnerability.
    ["The LeakyPipe vulnerability helped LeakyPipe hackers.", []],
    ["The ransomware gang PrintNightmare attack spread.", []],
    ["The actors exploited LeakyPipe, a flaw. LeakyPipe actors used the LeakyPipe exploit.", []],
    // A product that protects.
    ["Umbrix malware protection and Umbrix ransomware prevention stop it.", []],
    ["Harmony is a tool. The Harmony ransomware demo and the Harmony malware lab are free.", []],
    // What the police did.
    ["Europol announced Operation GlassHarbor. Operation GlassHarbor took down servers.", []],
    ["They joined Operation Endgame.", []],
    ["In Operation GlassHarbor authorities seized forty servers.", []],
    [
      "Operation GlassHarbor targeted tax authorities of two countries.",
      ["campaign: Operation GlassHarbor"],
    ],
    [
      "Operation GlassHarbor, which seized control of mail servers, went on for a year.",
      ["campaign: Operation GlassHarbor"],
    ],
    ["Im Rahmen der Operation GlassHarbor beschlagnahmte die Polizei viele Server.", []],
    [
      "Operation GlassHarbor hit ministries. Later the police spoke of Operation GlassHarbor. Operation GlassHarbor used mail.",
      ["campaign: Operation GlassHarbor"],
    ],
    // German nouns.
    ["Die Hacker sind bekannt als Erpresser, und die Polizei sucht nach ihnen.", []],
    ["Die Gruppe nutzte in diesem Jahr eine Schadsoftware namens Verschlüsselung.", []],
    // A persona, and a name between quotation marks with any space behind.
    ["An actor self-identified as “Umbrix” sent a link.", []],
    ['It is the work of the "Velvet the Otter"\u00a0threat group.', ["group: Velvet the Otter"]],
    // Names of detection rules.
    ["The rule clean_up_wiper GlassLock matched.", []],
    ["rule UmbraWiper { condition: true }", []],
    // Names with an ordinary word in them.
    [
      "A ransomware gang called Dark Umbrix and the threat group Cyber Velvix came.",
      ["group: Dark Umbrix", "group: Cyber Velvix"],
    ],
    ["The Dark Umbrix ransomware gang demanded money.", ["group: Dark Umbrix"]],
    ["A hacktivist group called Umbrix Sudan went offline.", ["group: Umbrix Sudan"]],
    // Chinese names of two characters.
    ["黑客组织“银狐”发起了攻击。", ["group: 银狐"]],
    ["Malware Analysis\n\nThreat Actor Profile\n\nRansomware Guide\n", []],
  ])("%j", async (text, expected) => {
    expect(await unlisted(text)).toEqual(expected);
  });

  it.each([
    ["de", "Die Hackergruppe namens Umbrix verschickte eine Schadsoftware namens Velvix."],
    ["fr", "Le groupe de hackers baptisé Umbrix a déployé un maliciel nommé Velvix."],
    ["es", "El grupo de ransomware conocido como Umbrix usó un troyano llamado Velvix."],
    ["ru", "Хакерская группировка Umbrix установила бэкдор Velvix."],
    ["zh", "攻击组织Umbrix投放了名为Velvix的木马。"],
  ])("are found in %s", async (_, text) => {
    const found = await unlisted(text);
    expect(found).toContain("group: Umbrix");
    expect(found).toContain("malware: Velvix");
  });

  it("counts all mentions of a name, but of a word only those that say what it is", async () => {
    const { unlisted: distinct } = await read("The GlassLock ransomware ran. GlassLock stopped.");
    expect(distinct).toMatchObject([{ name: "GlassLock", count: 2 }]);
    const text =
      "The Silver ransomware ran and the Silver ransomware stopped. Silver is a metal, silver shines.";
    const { unlisted: word } = await read(text);
    expect(word).toMatchObject([{ name: "Silver", count: 2 }]);
    expect(await unlisted("The Silver ransomware ran. Silver is a metal, silver shines.")).toEqual(
      [],
    );
  });

  it("does not count names of references and related articles", async () => {
    const text = `The attackers sent mail to the staff and stole the passwords of three people.

References

The Umbrix ransomware, a review. APT29 and the GlassLock ransomware.

Related articles

APT28 returns with the Velvix backdoor
`;
    const { groups, unlisted: names } = await read(text);
    expect([...groups, ...names]).toEqual([]);
  });

  it("names no technique", async () => {
    for (const one of (await read("UNC4321 used the Umbrix ransomware.")).unlisted) {
      expect(Object.keys(one).sort()).toEqual(["compared", "count", "kind", "mentions", "name"]);
    }
  });
});

describe("names that the release lists", () => {
  it("are found in glued forms", async () => {
    const { software, unlisted: names } = await read("They sent RyukLoader to the bank.");
    expect(software).toMatchObject([{ attack_id: "S0446", mentions: [{ text: "RyukLoader" }] }]);
    expect(names).toEqual([]);
  });

  it("are no groups where malware of that name is meant", async () => {
    const shared = { ...smallRelease() };
    shared.software = shared.software.map((one) =>
      one.attack_id === "S0446" ? { ...one, aliases: ["Turla"] } : one,
    );
    const groupsOf = async (text: string) =>
      (await findEntities(outlineText(text), shared, [], async () => undefined)).groups.map(
        ({ name }) => name,
      );
    expect(await groupsOf("They adapted the notorious Turla malware to their needs.")).toEqual([]);
    expect(await groupsOf("They work with the Turla malware group.")).toEqual(["Turla"]);
  });

  it("hide no longer name of a group that an ordinary word of theirs is in", async () => {
    const crimson = { ...smallRelease() };
    crimson.software = crimson.software.map((one) =>
      one.attack_id === "S0446" ? { ...one, name: "Crimson" } : one,
    );
    const text = "An extortion group calling itself the Crimson Collective took it.";
    const found = await findEntities(outlineText(text), crimson, [], async () => undefined);
    expect(found.unlisted).toMatchObject([{ kind: "group", name: "Crimson Collective" }]);
    const other = "An extortion group calling itself the Crimson Gang took it.";
    const { unlisted: none } = await findEntities(
      outlineText(other),
      crimson,
      [],
      async () => undefined,
    );
    expect(none).toEqual([]);
  });

  it("are known by a part before a full stop", async () => {
    const dotted = { ...smallRelease() };
    dotted.groups = dotted.groups.map((one) =>
      one.name === "Turla" ? { ...one, aliases: ["VELVET.Umbrix"] } : one,
    );
    const text = "The hackers VELVET left, and so did VELVET. Umbrix.";
    const found = await findEntities(outlineText(text), dotted, [], async () => undefined);
    expect(found.unlisted).toEqual([]);
  });

  it("are found at the very start of a short text", async () => {
    const { groups } = await read("Silence installed a loader on two servers. It left by night.");
    expect(groups).toMatchObject([{ name: "Silence", compared: false }]);
  });

  it.each([
    ["APT28 was not responsible. The intruders sent mail.", ["APT28"]],
    [
      "At first attributed to nobody, it was initially attributed to APT28, but Turla did it.",
      ["APT28"],
    ],
    ["Turla, not APT28, stole the mail.", ["APT28"]],
    ["We ruled out APT28. Turla is unlikely to be the actor.", ["APT28", "Turla"]],
    ["It is possibly the work of APT28.", ["APT28"]],
    ["APT28 was ruled out, so Turla stole the mail.", ["APT28"]],
    ["APT28 had nothing to do with the attack.", ["APT28"]],
    ["We do not believe that APT28 was responsible.", ["APT28"]],
    ["Wir glauben nicht, dass APT28 die Server angegriffen hat.", ["APT28"]],
    ["Der Angriff wurde zunächst APT28 zugeschrieben.", ["APT28"]],
    ["Сначала атаку приписывали APT28.", ["APT28"]],
    ["Zunächst verschickte APT28 Mails an Ministerien, und anfangs las Turla mit.", []],
    ["Сначала APT28 отправила письма в министерства.", []],
    ["APT28 was not detected for months and did not encrypt files.", []],
    ["APT28 war nicht verantwortlich, und Turla stahl die Post.", ["APT28"]],
    ["L'attaque, initialement attribuée à APT28, est celle de Turla.", ["APT28"]],
    ["El ataque fue inicialmente atribuido a APT28.", ["APT28"]],
    ["Атака первоначально приписывалась APT28, но это Turla.", ["APT28"]],
    ["攻击最初归因于APT28。Turla并非幕后黑手。", ["APT28", "Turla"]],
    ["APT28 stole mail. APT28 sent mail. APT28 left. APT28 was not behind the other break-in.", []],
  ])("are no actors where the text denies or only guesses it: %s", async (text, aside) => {
    const { groups } = await read(text);
    expect(groups.filter(({ compared }) => compared).map(({ name }) => name)).toEqual(aside);
  });

  it.each([
    ["The actors did not use Mimikatz. Ryuk was not found on any host.", ["Mimikatz", "Ryuk"]],
    ["Mimikatz was ruled out, and there was no trace of Ryuk.", ["Mimikatz", "Ryuk"]],
    ["Die Angreifer haben PsExec benutzt. Mimikatz wurde nicht verwendet.", ["Mimikatz"]],
    ["Злоумышленники не использовали Mimikatz.", ["Mimikatz"]],
    ["攻击者未使用Mimikatz。", ["Mimikatz"]],
    ["They used Mimikatz on one server. Mimikatz was not found on the other.", []],
    ["Ryuk did not encrypt files. They did not use malware and relied on Mimikatz.", []],
    ["The actors used tools like Mimikatz, not PowerShell.", []],
  ])("are software that the text denies: %s", async (text, denied) => {
    const { software } = await read(text);
    const names = software.filter((one) => one.denied).map(({ name }) => name);
    expect(names.sort()).toEqual(denied);
  });

  it("of malware are no malware of the attack where the text denies them", async () => {
    const { unlisted: names } = await read(
      "The actors did not use the Umbrix ransomware. They used the Velvix backdoor.",
    );
    expect(names.filter(({ compared }) => compared).map(({ name }) => name)).toEqual(["Umbrix"]);
  });

  it("say whether the text only compares with them", async () => {
    const { groups } = await read(
      "Turla stole mail from the ministry. The loader is similar to that of APT28. Turla left.",
    );
    expect(groups).toMatchObject([
      { name: "Turla", compared: false },
      { name: "APT28", compared: true },
    ]);
    const chinese = await read("攻击者使用的工具与APT28类似。");
    expect(chinese.groups).toMatchObject([{ name: "APT28", compared: true }]);
  });
});
