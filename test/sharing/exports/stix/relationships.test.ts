import { describe, expect, it } from "vitest";
import { NO_ENTITIES } from "../../../../src/reading/entities/schema.ts";
import type { SessionReport } from "../../../../src/sharing/exports/session/read-session-report.ts";
import { buildStixBundle } from "../../../../src/sharing/exports/stix/bundle.ts";
import { NAMED, observableOf, reportOf } from "../../../support/session-report.ts";
import { stixBundleSchema } from "../../../support/stix-schema.ts";

type Technique = SessionReport["techniques"][number];
type Unlisted = SessionReport["entities"]["unlisted"][number];

const nameOf = (
  kind: Unlisted["kind"],
  name: string,
  change: Partial<Unlisted> = {},
): Unlisted => ({
  kind,
  name,
  count: 1,
  mentions: [{ text: name, start: 0, end: name.length }],
  ...change,
});

/** A report whose technique has this passage, with APT29, BEACON and Mimikatz among what it names. */
function reportWith(
  text: string,
  change: Partial<Technique> = {},
  more: Partial<SessionReport> = {},
) {
  const passages = [{ text, start: 0, end: text.length }];
  return { ...reportOf({ evidence: text, passages, ...change }), named: NAMED, ...more };
}

/** Relationships in words, with the labels that say what they rest on. */
function relationshipsOf(report: SessionReport): string[] {
  const bundle = buildStixBundle(report);
  expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
  const names = new Map(
    bundle.objects.map(({ id, type, name }) => [id, typeof name === "string" ? name : type]),
  );
  return bundle.objects
    .filter(({ type }) => type === "relationship")
    .map((one) => {
      const [source, target] = [one["source_ref"], one["target_ref"]].map((id) =>
        names.get(String(id)),
      );
      const basis = (one["labels"] as string[] | undefined)?.find((label) =>
        label.startsWith("basis:"),
      );
      return `${source} ${String(one["relationship_type"])} ${target}${basis ? ` (${basis})` : ""}`;
    });
}

const hint = (attack_id: string, technique: string): SessionReport["software_hints"][number] => ({
  attack_id,
  name: attack_id,
  type: "malware",
  count: 1,
  mentions: [],
  technique_count: 1,
  found_count: 1,
  techniques: [{ attack_id: technique, name: technique, found: true }],
});

describe("who uses a technique", () => {
  it.each([
    ["APT29 sent mail with a link.", "APT29 uses Phishing (basis:text)"],
    ["BEACON has sent mail with a link.", "BEACON uses Phishing (basis:text)"],
  ])("is who acts in its passage: %j", (text, said) => {
    expect(relationshipsOf(reportWith(text))).toEqual([said]);
  });

  it("is nobody who only stands near it", () => {
    for (const text of [
      "Mail with a link came, as it had from APT29.",
      "The mail delivered BEACON.",
      "Mimikatz came by mail.",
    ]) {
      expect([text, relationshipsOf(reportWith(text))]).toEqual([text, []]);
    }
  });

  it("is the only group that the passage of an accepted technique names", () => {
    const text = "Mail with a link, known from the campaigns that APT29 ran, was sent.";
    const open = { review_status: "accepted" as const };
    const plain = "In the mails of APT29 there is a link.";
    expect(relationshipsOf(reportWith(plain, open))).toEqual([
      "APT29 uses Phishing (basis:review)",
    ]);
    expect(relationshipsOf(reportWith(plain))).toEqual([]);
    const entities = { ...NO_ENTITIES, unlisted: [nameOf("group", "UNC7777")] };
    const two = "In the mails of APT29 and in those of UNC7777 there is a link.";
    expect(relationshipsOf(reportWith(two, open, { entities }))).toEqual([]);
    // What the words compare with is not named by them.
    expect(relationshipsOf(reportWith(text, open))).toEqual([]);
  });

  it("is nobody where a person wants more evidence, or the text does not have the passage", () => {
    const text = "APT29 sent mail with a link.";
    expect(relationshipsOf(reportWith(text, { review_status: "needs_evidence" }))).toEqual([]);
    expect(relationshipsOf(reportWith(text, { verified: false }))).toEqual([]);
  });

  it("is nobody who is named for comparison only, or was not used", () => {
    const [group] = NAMED.groups;
    const [software] = NAMED.software;
    if (group === undefined || software === undefined) throw new Error("nothing is named");
    const named = {
      groups: [{ ...group, compared: true }],
      software: [{ ...software, denied: true }],
    };
    const report = { ...reportWith("APT29 sent mail. BEACON sent mail."), named };
    expect(relationshipsOf(report)).toEqual([]);
    const types = buildStixBundle(report).objects.map(({ type }) => type);
    expect(types).not.toContain("intrusion-set");
    expect(types).not.toContain("malware");
  });

  it("is software for which the release lists it, where the passage names both", () => {
    const text = "The mail brought BEACON and Mimikatz.";
    const software_hints = [hint("S0154", "T1566"), hint("S0002", "T1566")];
    expect(relationshipsOf(reportWith(text, {}, { software_hints }))).toEqual([
      "BEACON uses Phishing (basis:text)",
      // By the standard a tool uses nothing.
      "Phishing uses Mimikatz (basis:text)",
    ]);
    expect(relationshipsOf(reportWith("Mail came.", {}, { software_hints }))).toEqual([]);
  });

  it("may have a name of any script, which the release need not list", () => {
    const entities = {
      ...NO_ENTITIES,
      unlisted: [nameOf("group", "海莲花"), nameOf("campaign", "Ведьма"), nameOf("malware", "Кот")],
    };
    const of = (text: string, language: string) =>
      relationshipsOf(reportWith(text, {}, { entities, language }));
    expect(of("海莲花使用钓鱼邮件发送样本。", "zh")).toEqual(["海莲花 uses Phishing (basis:text)"]);
    expect(of("Кот отправил письмо со ссылкой.", "ru")).toEqual(["Кот uses Phishing (basis:text)"]);
  });
});

describe("other relationships", () => {
  it("are between what the text says to be used, exploited, or whose work a campaign is", () => {
    const text =
      "APT29 deployed BEACON there. APT29 exploited CVE-2021-26855 first. Operation Ghost was conducted by APT29.";
    const entities = { ...NO_ENTITIES, unlisted: [nameOf("campaign", "Operation Ghost")] };
    const observables = [observableOf("cve", "cve-2021-26855")];
    const said = relationshipsOf(reportWith(text, {}, { entities, observables }));
    expect(said.slice(1)).toEqual([
      "APT29 uses BEACON (basis:text)",
      "APT29 targets CVE-2021-26855 (basis:text)",
      "Operation Ghost attributed-to APT29 (basis:text)",
    ]);
    // Nobody exports the vulnerability that a person removed.
    expect(relationshipsOf(reportWith(text, {}, { entities })).join()).not.toContain("CVE");
  });

  it("say which vulnerability a technique of exploitation targets", () => {
    const observables = [observableOf("cve", "cve-2021-26855")];
    const change = { attack_id: "T1190", name: "Exploit Public-Facing Application" };
    const text = "CVE-2021-26855 was the way in.";
    expect(relationshipsOf(reportWith(text, change, { observables }))).toEqual([
      "Exploit Public-Facing Application targets CVE-2021-26855 (basis:text)",
    ]);
    expect(relationshipsOf(reportWith(text, {}, { observables }))).toEqual([]);
  });

  it("tie an indicator to its value, and to what the text says that it indicates", () => {
    const value = (change: object) => ({
      kind: "ipv4",
      value: "203.0.113.7",
      count: 1,
      mentions: [{ text: "203.0.113[.]7", start: 0, end: 13 }],
      sentence: null,
      section: null,
      ...change,
    });
    const of = (change: object, listed = true) =>
      relationshipsOf({
        ...reportWith("Mail came."),
        entities: { ...NO_ENTITIES, observables: [value(change)] },
        observables: [observableOf("ipv4", "203.0.113.7", { listed })],
      });
    const based = "203.0.113.7 based-on observed-data";
    const sentence = (text: string) => ({ sentence: { text, start: 0, end: text.length } });
    const indicates = [based, "203.0.113.7 indicates BEACON (basis:text)"];
    expect(of({})).toEqual([based]);
    expect(of(sentence("BEACON C2 server\n203.0.113[.]7"))).toEqual(indicates);
    expect(of({ section: "BEACON indicators" })).toEqual(indicates);
    expect(of(sentence("BEACON was gone when 203.0.113[.]7 was patched."))).toEqual([based]);
    // What is only mentioned indicates nothing.
    expect(of({ section: "BEACON indicators" }, false)).toEqual([]);
  });
});

describe("ids", () => {
  it("are the same for the same thing in two sessions, but for the sessions' own words", () => {
    const entities = { ...NO_ENTITIES, unlisted: [nameOf("group", "UNC7777")] };
    const observables = [observableOf("domain", "evil.example", { listed: true })];
    const made = (session_id: string, modified: string) =>
      buildStixBundle({
        ...reportWith("APT29 sent mail. UNC7777 sent mail.", {}, { entities, observables }),
        session_id,
        created_at: modified,
        modified,
      }).objects;
    const one = made("11111111-1111-4111-8111-111111111111", "2026-01-02T03:04:05.678Z");
    const two = made("22222222-2222-4222-8222-222222222222", "2026-02-02T03:04:05.678Z");
    const other = new Set(two.map(({ id }) => id));
    const apart = one.filter(({ id }) => !other.has(id)).map(({ type }) => type);
    expect(apart).toEqual(["report", "note"]);
    for (const object of one.filter(({ id }) => other.has(id))) {
      const again = two.find(({ id }) => id === object.id);
      // All versions of an object have one time of creation (STIX 2.1, 3.2).
      expect(again?.["created"]).toBe(object["created"]);
    }
  });
});

describe("marking", () => {
  it("is on all that only the report says, and on nothing that is published", () => {
    const entities = { ...NO_ENTITIES, unlisted: [nameOf("group", "UNC7777")] };
    const observables = [
      observableOf("ipv4", "203.0.113.7"),
      observableOf("domain", "evil.example", { listed: true }),
      observableOf("cve", "cve-2021-26855"),
    ];
    const { objects } = buildStixBundle(
      reportWith("UNC7777 sent mail.", {}, { entities, observables, tlp: "red" }),
    );
    const unmarked = objects.filter((object) => !("object_marking_refs" in object));
    expect(unmarked.map(({ type, name }) => [type, name])).toEqual([
      ["identity", "tradecraft"],
      ["marking-definition", "TLP:RED"],
      ["extension-definition", "Properties of ATT&CK techniques"],
      ["attack-pattern", "Phishing"],
      ["intrusion-set", "APT29"],
      ["malware", "BEACON"],
      ["tool", "Mimikatz"],
      ["vulnerability", "CVE-2021-26855"],
    ]);
  });
});
