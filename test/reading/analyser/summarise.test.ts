import { describe, expect, it } from "vitest";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { type Entities, NO_ENTITIES } from "../../../src/reading/entities/schema.ts";
import { summarise } from "../../../src/reading/analyser/summarise.ts";
import { smallRelease } from "../../support/small-release.ts";

const TACTICS = [
  ["initial-access", "Initial Access"],
  ["execution", "Execution"],
  ["persistence", "Persistence"],
  ["credential-access", "Credential Access"],
  ["impact", "Impact"],
  ["mischief", "Mischief"],
] as const;

/** Techniques under names of our own, by tactic. */
const TECHNIQUES = [
  ["T1566", "Phishing", "initial-access"],
  ["T1566.001", "Spearphishing Attachment", "initial-access"],
  ["T1190", "Exploit Public-Facing Application", "initial-access"],
  ["T1059.001", "PowerShell", "execution"],
  ["T1556", "Modify Authentication Process", "persistence"],
  ["T1556.006", "Multi-Factor Authentication", "persistence"],
  ["T1003", "OS Credential Dumping", "credential-access"],
  ["T1486", "Data Encrypted for Impact", "impact"],
  ["T1800", "Jest", "mischief"],
] as const;

const release: ReleaseIndex = {
  ...smallRelease(),
  tactics: TACTICS.map(([shortname, name]) => ({ attack_id: "TA0001", shortname, name })),
  techniques: new Map(
    TECHNIQUES.map(([attack_id, name, tactic]) => [
      attack_id,
      { attack_id, name, stix_id: attack_id, tactics: [tactic], platforms: [] },
    ]),
  ),
  replacements: new Map([["T1086", "T1059.001"]]),
};

const found = (id: string, confidence = 0.9, evidence = "The attackers did it.") => ({
  attack_id: id,
  confidence,
  evidence,
});
const at = (text: string, start = 0) => ({ text, start, end: start + text.length });
const entitiesOf = (change: Partial<Entities>): Entities => ({ ...NO_ENTITIES, ...change });
const summaryOf = (techniques: Parameters<typeof summarise>[0], change: Partial<Entities> = {}) =>
  summarise(techniques, entitiesOf(change), release).join("");
const sentencesOf = (summary: string) => summary.split(/(?<=\.) (?=\p{Lu})/u);

const PLAY = { attack_id: "G1040", name: "Play", count: 9, mentions: [at("Play", 20)] };
const WHEN = { role: "activity" as const, end: null, count: 1 };

describe("the summary", () => {
  it("tells who did what to whom, when and how, in the order of the attack", () => {
    const summary = summaryOf(
      [found("T1486"), found("T1003"), found("T1086"), found("T1566.001"), found("T1190", 0.8)],
      {
        groups: [{ ...PLAY, mentions: [at("Playcrypt gang", 20), at("Play", 90)] }],
        software: [
          { attack_id: "S0002", name: "Mimikatz", type: "tool", count: 2, mentions: [] },
          { attack_id: "S1162", name: "Playcrypt", type: "malware", count: 1, mentions: [] },
        ],
        cves: [{ id: "CVE-2022-41082", count: 1, mentions: [] }],
        dates: [
          { date: "2023-12-18", end: null, role: "published", count: 1, mentions: [] },
          { date: "2024-01-02", end: null, role: "revised", count: 1, mentions: [] },
          { ...WHEN, date: "2022-06", mentions: [at("Since June 2022")] },
          { ...WHEN, date: "2023-11-03", mentions: [] },
        ],
        sectors: [{ name: "financial-services", count: 2, mentions: [] }],
        countries: [{ code: "US", name: "United States", count: 1, mentions: [] }],
      },
    );
    expect(sentencesOf(summary)).toEqual([
      "According to the report published on 18 December 2023 and revised on 2 January 2024, the group Play (G1040, also called Playcrypt gang) targeted the financial services sector in the United States, in activity dated from June 2022 to November 2023.",
      "It names the malware Playcrypt, the tool Mimikatz, and the vulnerability CVE-2022-41082.",
      "The actors gained access (Spearphishing Attachment, T1566.001; Exploit Public-Facing Application, T1190).",
      "Inside, they executed code (PowerShell, T1059.001).",
      "From there, they obtained credentials (OS Credential Dumping, T1003).",
      "Finally, they caused damage (Data Encrypted for Impact, T1486).",
      "In all, the report supports 5 techniques of ATT&CK Enterprise 18.1.",
    ]);
  });

  it("has three to eight sentences and at most 120 words, whatever was found", () => {
    const everything = TECHNIQUES.map(([id]) => found(id, 0.4));
    const cves = Array.from({ length: 9 }, (_, place) => ({
      id: `CVE-2024-100${place}`,
      count: 1,
      mentions: [],
    }));
    for (const techniques of [[], [found("T1566")], everything]) {
      for (const entities of [{}, { groups: [PLAY] }, { groups: [PLAY], cves }]) {
        const summary = summaryOf(techniques, entities);
        expect(sentencesOf(summary).length).toBeGreaterThanOrEqual(3);
        expect(sentencesOf(summary).length).toBeLessThanOrEqual(8);
        expect(summary.split(" ").length).toBeLessThanOrEqual(120);
      }
    }
  });

  it("says plainly what it does not know, and claims no actor that is not there", () => {
    expect(summaryOf([])).toBe(
      "The report names no actor, malware or victim. No adversary activity in it was matched to a technique of ATT&CK Enterprise 18.1. A person should read it before anything is concluded from it.",
    );
    expect(summaryOf([found("T9999")])).toBe(summaryOf([]));
    expect(summaryOf([found("T1566")])).toMatch(
      /^The report describes what an unnamed actor did\. The actors gained access /,
    );
    const nobody = summaryOf([found("T1566", 0.9, "T1566 Phishing")]);
    expect(nobody).toMatch(/^The report names no actor\. The activity involved gaining access /);
    expect(nobody).not.toContain("actors");
    expect(summaryOf([], { groups: [PLAY] })).toMatch(/^The report describes what the group Play /);
  });

  it.each([
    ["The attackers likely sent a mail.", "likely gained access (Phishing, T1566)"],
    ["The attackers may have sent a mail.", "may have gained access (Phishing, T1566)"],
    ["The attackers tried to phish the staff.", "attempted to gain access (Phishing, T1566)"],
    ["The attack was blocked.", "to gain access (Phishing, T1566; unsuccessful)"],
    ["The attackers tried it and succeeded.", "The actors gained access (Phishing, T1566)"],
    [
      "Злоумышленники пытались получить доступ.",
      "actors attempted to gain access (Phishing, T1566)",
    ],
    ["Атака была заблокирована, злоумышленники ушли.", "access (Phishing, T1566; unsuccessful)"],
    ["攻击者试图发送钓鱼邮件。", "The actors attempted to gain access (Phishing, T1566)"],
    ["攻击者发送了钓鱼邮件。", "The actors gained access (Phishing, T1566)"],
    [
      "Die Angreifer kamen vermutlich per Mail.",
      "The actors likely gained access (Phishing, T1566)",
    ],
  ])("hedges as the evidence does: %s", (evidence, expected) => {
    expect(summaryOf([found("T1566", 0.9, evidence)])).toContain(expected);
  });

  it.each([
    [
      "Because the victim failed to patch the portal, the attackers exploited it.",
      "gained access (E",
    ],
    ["The bank failed to notice that the attackers exploited the portal.", "gained access (E"],
    ["The attackers exploited the portal but failed to steal the data.", "gained access (E"],
    ["The attackers may have bought tools, but they exploited the portal.", "gained access (E"],
    [
      "The attackers exploited the portal, while an attempted login was blocked.",
      "gained access (E",
    ],
    ["Weil das Update scheiterte, drangen die Angreifer ein.", "gained access (E"],
    ["由于未能及时打补丁，攻击者利用了漏洞。", "gained access (E"],
    ["The attackers failed to exploit the portal.", "attempted to gain access (E"],
    [
      "The attackers exploited the portal, and it was not blocked by the filter.",
      "gained access (E",
    ],
    ["The attackers tried to exploit the portal and were never stopped.", "gained access (E"],
    [
      "The filter raised an alert but failed to block them when they exploited the portal.",
      "gained access (E",
    ],
    ["Die Angreifer nutzten das Portal aus, es wurde nicht blockiert.", "gained access (E"],
    ["Злоумышленники взломали портал, атака не была заблокирована.", "gained access (E"],
    ["攻击者利用漏洞未被阻止。", "gained access (E"],
    ["The attackers exploited the portal, but it was blocked.", "attempted to gain access (E"],
    [
      "We assess that, after some mails, the attackers exploited the portal.",
      "likely gained access (E",
    ],
    [
      "The attackers tried to learn the names, the numbers, and to exploit the portal.",
      "attempted to gain access (E",
    ],
  ])("hedges as the clause of the act does: %s", (evidence, expected) => {
    expect(summaryOf([found("T1190", 0.9, evidence)])).toContain(`The actors ${expected}`);
  });

  it("finds the clause of the act by the words that speak for it", () => {
    const evidence = "The attackers tried to log in, but they came through the web shop.";
    const explained = (words: string) => ({
      ...found("T1190", 0.9, evidence),
      explanation: { hit: null, features: [{ words, share: 0.5 }] },
    });
    expect(summaryOf([explained("web shop")])).toContain("The actors gained access (E");
    expect(summaryOf([explained("log in")])).toContain("The actors attempted to gain access (E");
    const failed = {
      ...explained("agent"),
      evidence: "The attackers logged in, but failed to remove the agent.",
    };
    expect(summaryOf([failed])).toContain("The actors attempted to gain access (E");
  });

  it("does not find the clause of the act by the little words of a name", () => {
    const evidence = "The attackers tried to log in for days, but then the impact came.";
    expect(summaryOf([found("T1486", 0.9, evidence)])).toContain("The actors caused damage (Data");
  });

  it("says apart what was done and what was only attempted", () => {
    const summary = summaryOf([
      found("T1566"),
      found("T1190", 0.9, "The attackers tried to exploit the portal, but failed."),
    ]);
    expect(summary).toContain(
      "gained access (Phishing, T1566) and attempted to gain access (Exploit Public-Facing Application, T1190; unsuccessful).",
    );
  });

  it("hedges what rests on weak evidence, unless a person confirmed it", () => {
    const weak = summaryOf([found("T1566", 0.4)]);
    expect(weak).toContain("The actors possibly gained access (Phishing, T1566).");
    expect(weak).toContain("supports one technique of ATT&CK Enterprise 18.1, on weak evidence.");
    const confirmed = summaryOf([{ ...found("T1566", 0.4), isConfirmed: true }]);
    expect(confirmed).toContain("The actors gained access (Phishing, T1566).");
    expect(confirmed).toContain("18.1, confirmed by a person.");
  });

  it("tells of malware where no group is named", () => {
    const software = [
      { attack_id: "S1162", name: "Playcrypt", type: "malware" as const, count: 6, mentions: [] },
    ];
    const summary = summaryOf([found("T1486", 0.9, "It encrypts files.")], { software });
    expect(summary).toMatch(/^The report describes activity with the malware Playcrypt\. /);
    expect(summary).not.toContain("actor");
  });

  it("tells of an actor with malware where somebody acts", () => {
    const software = [
      { attack_id: "S1162", name: "Playcrypt", type: "malware" as const, count: 6, mentions: [] },
    ];
    const acts = [
      found("T1566", 0.9, "The intruders sent a mail."),
      found("T1486", 0.9, "It encrypts files."),
    ];
    expect(summaryOf(acts, { software })).toMatch(
      /^The report describes what an unnamed actor did with the malware Playcrypt\. The actors gained access/,
    );
    expect(summaryOf(acts, { software })).not.toContain("names the malware");
    const tool = { attack_id: "S0002", name: "Mimikatz", type: "tool" as const };
    const both = [...software, { ...tool, count: 1, mentions: [] }];
    expect(summaryOf(acts, { software: both })).toContain("It also names the tool Mimikatz.");
    const sectors = [{ name: "energy", count: 1, mentions: [] }];
    expect(summaryOf(acts, { software, sectors })).toContain(
      "an unnamed actor using the malware Playcrypt targeted the energy sector.",
    );
    const capabilities = Array.from({ length: 6 }, () => found("T1486", 0.9, "It encrypts files."));
    expect(summaryOf([...acts.slice(0, 1), ...capabilities], { software })).toContain(
      "describes activity with the malware Playcrypt.",
    );
  });

  it.each([
    "They dumped the passwords.",
    "The operator did.",
    "Die Eindringlinge waren da.",
    "入侵者窃取了数据。",
  ])("knows who acts: %s", (evidence) => {
    expect(summaryOf([found("T1566", 0.9, evidence)])).toContain("what an unnamed actor did");
  });

  it("hedges what nobody is said to do before what it involved", () => {
    const evidence = (words: string) => ["T1566", "T1486"].map((id) => found(id, 0.9, words));
    expect(summaryOf(evidence("Possibly a mail."))).toContain(
      "The activity possibly involved gaining access (Phishing, T1566).",
    );
    const execution = [
      found("T1059.001", 0.9, "A script."),
      found("T1556", 0.9, "It may have been changed."),
      found("T1003", 0.9, "An attempt to dump it."),
    ];
    const summary = summaryOf(execution);
    expect(summary).toContain(
      "The activity involved executing code (PowerShell, T1059.001), and may have involved maintaining access (",
    );
    expect(summary).toContain("From there, it involved attempts to obtain credentials (");
  });

  it("counts in plain English", () => {
    const weak = (...ids: string[]) => summaryOf(ids.map((id) => found(id, 0.4)));
    expect(weak("T1566", "T1486")).toContain(
      "2 techniques of ATT&CK Enterprise 18.1, both of them on",
    );
    expect(weak("T1566", "T1486", "T1003")).toContain("18.1, all of them on weak evidence.");
    expect(summaryOf([found("T1566"), found("T1486", 0.4)])).toContain("18.1, one of them on weak");
  });

  it("does not say the same twice, nor the opposite", () => {
    const dates: Entities["dates"] = [{ ...WHEN, date: "2021", mentions: [] }];
    expect(summaryOf([found("T1566", 0.9, "Phishing")], { dates })).toMatch(
      /^The report describes activity dated 2021 and names no actor\. /,
    );
    const countries = [{ code: "CN", name: "China", count: 1, mentions: [] }];
    expect(summaryOf([], { dates, countries })).toMatch(
      /^According to the report, activity dated 2021 targeted organizations in China\. /,
    );
    const software = [
      { attack_id: "S1162", name: "Playcrypt", type: "malware" as const, count: 1, mentions: [] },
    ];
    expect(summaryOf([], { software })).toMatch(
      /^The report names no actor or victim\. It names the malware Playcrypt\. /,
    );
  });

  it("names groups and malware that ATT&CK does not list", () => {
    const one = { count: 6, mentions: [at("Velvet Otter", 20)] };
    const unlisted = [
      { ...one, kind: "group" as const, name: "Velvet Otter" },
      { ...one, kind: "malware" as const, name: "OtterLoader" },
    ];
    const summary = summaryOf([found("T1566")], { unlisted });
    expect(summary).toMatch(/^The report describes what the group Velvet Otter did\. /);
    expect(summary).toContain("It names the malware OtterLoader.");
  });

  it("does not take a group for the actor that the text only compares with", () => {
    const other = { attack_id: "G0007", name: "APT28", count: 9, compared: true };
    const groups = [{ ...other, mentions: [at("APT28", 10)] }, PLAY];
    const summary = summaryOf([found("T1566")], { groups });
    expect(summary).toContain("what the group Play (G1040) did");
    expect(summary).not.toContain("APT28");
  });

  it("leaves software out that the text says was not used", () => {
    const one = { count: 9, mentions: [at("Ryuk", 10)] };
    const software = [
      { ...one, attack_id: "S0446", name: "Ryuk", type: "malware" as const, denied: true },
      { ...one, attack_id: "S0002", name: "Mimikatz", type: "tool" as const, denied: true },
      { ...one, attack_id: "S0154", name: "Cobalt Strike", type: "malware" as const },
    ];
    const summary = summaryOf([found("T1566")], { software });
    expect(summary).toContain("the malware Cobalt Strike");
    expect(summary).not.toMatch(/Ryuk|Mimikatz/u);
  });

  it("names a sub-technique with its parent where its own name misleads, never both", () => {
    const summary = summaryOf([found("T1556.006"), found("T1556", 0.8)]);
    expect(summary).toContain(
      "maintained access (Modify Authentication Process: Multi-Factor Authentication, T1556.006).",
    );
  });

  it("takes the tactic that an analyst set, and has words for one that it does not know", () => {
    expect(summaryOf([{ ...found("T1566"), tactic: "impact" }])).toContain(
      "The actors caused damage (Phishing, T1566).",
    );
    expect(summaryOf([found("T1800")])).toContain("pursued other goals (Jest, T1800).");
  });

  it("does not take a group for the actor that the report only cites", () => {
    const cited = { ...PLAY, count: 1, mentions: [at("Play", 40_000)] };
    expect(summaryOf([found("T1566")], { groups: [cited] })).toContain("an unnamed actor");
    const early = { ...cited, mentions: [at("Play", 40)] };
    expect(summaryOf([found("T1566")], { groups: [early] })).toContain(
      "describes what the group Play (G1040) did.",
    );
    const beneathTitle = { ...cited, mentions: [at("Play", 200)] };
    expect(summaryOf([found("T1566")], { groups: [beneathTitle] })).toContain("what an actor did");
    const soon = { ...cited, count: 3, mentions: [at("Play", 200)] };
    expect(summaryOf([found("T1566")], { groups: [soon] })).toContain("what the group Play");
    const linked = { ...PLAY, count: 3, mentions: [at("Play", 900)] };
    expect(summaryOf([found("T1566")], { groups: [linked] })).toContain(
      "The report, which names the group Play (G1040), describes what an actor did.",
    );
    const sectors = [{ name: "energy", count: 1, mentions: [] }];
    expect(summaryOf([found("T1566")], { groups: [linked], sectors })).toContain(
      "According to the report, which names the group Play (G1040), an actor targeted the energy sector.",
    );
  });

  it("names a group once, however it is spelled", () => {
    const group = { attack_id: "G0032", name: "Lazarus Group", count: 9 };
    const mentions = [at("lazarus-group"), at("Hidden\nCobra"), at("HIDDEN COBRA")];
    expect(summaryOf([found("T1566")], { groups: [{ ...group, mentions }] })).toContain(
      "describes what Lazarus Group (G0032, also called Hidden Cobra) did.",
    );
  });

  it("leaves out the critical infrastructure where its parts are named, and counts what is too much", () => {
    const sectors = [
      "infrastructure",
      "energy",
      "mining",
      "retail",
      "education",
      "insurance",
      "chemical",
    ];
    const named = sectors.map((name) => ({ name, count: 1, mentions: [] }));
    expect(summaryOf([], { sectors: named })).toContain(
      "targeted the energy, mining, retail, education, insurance and other sectors.",
    );
    expect(summaryOf([], { sectors: named.slice(0, 1) })).toContain(
      "activity targeted critical infrastructure.",
    );
    const software = Array.from({ length: 9 }, (_, place) => ({
      attack_id: `S${place}`,
      name: place === 0 ? "netstat" : `Tool${place}`,
      type: "tool" as const,
      count: 1,
      mentions: [],
    }));
    expect(summaryOf([], { software })).toContain(
      "the tools Tool1, Tool2, Tool3, Tool4 and five others.",
    );
  });

  it("leaves out dates of years ago, and says since when where the text does", () => {
    const dates: Entities["dates"] = [
      { date: "2021-03-17", end: null, role: "published", count: 1, mentions: [] },
      { ...WHEN, date: "2010", mentions: [] },
    ];
    const sectors = [{ name: "energy", count: 1, mentions: [] }];
    expect(summaryOf([], { dates, sectors })).toContain("targeted the energy sector. ");
    const since: Entities["dates"] = [
      { ...WHEN, date: "2019", mentions: [at("since at least 2019")] },
    ];
    expect(summaryOf([], { dates: since, sectors })).toContain(
      "activity since 2019 targeted the energy sector. ",
    );
  });
});
