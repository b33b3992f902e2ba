import { env } from "cloudflare:test";
import { marked } from "marked";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { escapeMarkdown } from "../../../../src/sharing/exports/session/escape-markdown.ts";
import { buildMarkdownReport } from "../../../../src/sharing/exports/session/markdown-report.ts";
import { buildNavigatorLayer } from "../../../../src/sharing/exports/session/navigator-layer.ts";
import type { SessionReport } from "../../../../src/sharing/exports/session/read-session-report.ts";
import { buildStixBundle } from "../../../../src/sharing/exports/stix/bundle.ts";
import { TECHNIQUE_PROPERTIES } from "../../../../src/sharing/exports/stix/attack-pattern.ts";
import { buildTechniquesCsv } from "../../../../src/sharing/exports/session/techniques-csv.ts";
import { NO_ENTITIES } from "../../../../src/reading/entities/schema.ts";
import { compareText } from "../../../../src/platform/lib/text.ts";
import { SECTIONS } from "../../../../src/sharing/exports/content/sections.ts";
import { stixIds } from "../../../support/bundles.ts";
import { NAMED, observableOf, reportOf } from "../../../support/session-report.ts";
import { form, ingestSmallRelease, request, requestJson } from "../../../support/service.ts";
import { stixBundleSchema } from "../../../support/stix-schema.ts";
import { requestWith, TEAM } from "../../../support/team.ts";

const REPORT = "APT29 ran T1059.001 there. It sent T1566 mail. T1574.001 was seen once.";
const FORMATS = ["stix", "navigator", "csv", "markdown"] as const;

interface StixObject {
  type: string;
  id: string;
  [property: string]: unknown;
}

const analyse = async (text = REPORT, name = "Отчёт | 报告") =>
  (await requestJson<{ session_id: string }>("/api/analyze", form({ text, name }))).body.session_id;
const review = async (id: string, technique: string, review_status: string) =>
  await request(`/api/analyze/sessions/${id}/techniques/${technique}`, {
    method: "PATCH",
    body: JSON.stringify({ review_status }),
  });
const exported = async (id: string, format: string) =>
  await request(`/api/export/analysis/${id}/${format}`);
const stixOf = async (id: string) =>
  await (await exported(id, "stix")).json<{ objects: StixObject[] }>();

beforeAll(ingestSmallRelease);

describe("every export of a session", () => {
  let id = "";
  beforeEach(async () => {
    id = await analyse();
  });

  it.each([
    ["stix", "application/stix+json;version=2.1", "stix.json"],
    ["navigator", "application/json", "navigator.json"],
    ["csv", "text/csv; charset=utf-8; header=present", "csv"],
    ["markdown", "text/markdown; charset=utf-8", "md"],
  ])(
    "%s is %s, named after the session, and the same bytes each time",
    async (format, type, end) => {
      const response = await exported(id.toUpperCase(), format);
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toBe(type);
      expect(response.headers.get("Content-Disposition")).toBe(
        `attachment; filename="_-_-${id.slice(-12)}.${end}"; ` +
          `filename*=UTF-8''${encodeURIComponent("Отчёт-报告")}-${id.slice(-12)}.${end}`,
      );
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(new Uint8Array(await (await exported(id, format)).arrayBuffer())).toEqual(bytes);
    },
  );

  it.each(FORMATS)(
    "%s has what was found, and leaves out what was rejected since",
    async (format) => {
      const before = await (await exported(id, format)).text();
      for (const technique of ["T1059.001", "T1566", "T1574.001"]) {
        expect(before).toContain(technique);
      }
      await review(id, "T1566", "rejected");
      const after = await (await exported(id, format)).text();
      expect(after).toContain("T1059.001");
      expect(after).not.toContain("T1566");
      expect(after).not.toContain("Phishing");
    },
  );

  it("a summary by a language model stays as it is, and says when it was written", async () => {
    const set = env.WORKSPACE_DB.prepare("UPDATE sessions SET model = ?, summary = ? WHERE id = ?");
    await set.bind("some-model-4", "They phished.", id).run();
    const readIt = async () => await (await exported(id, "markdown")).text();
    expect(await readIt()).toContain("They phished.\n\n**Standing.**");
    await review(id, "T1566", "rejected");
    const told = "They phished.\n\nThis summary was written before analysts rejected 1 of the";
    expect(await readIt()).toContain(told);
  });

  it.each(FORMATS)("%s is for completed sessions", async (format) => {
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect((await exported(nobody, format)).status).toBe(404);
    expect((await exported("x", format)).status).toBe(400);
    const set = env.WORKSPACE_DB.prepare("UPDATE sessions SET status = ? WHERE id = ?");
    await set.bind("processing", id).run();
    const early = await exported(id, format);
    expect([early.status, await early.json()]).toEqual([202, { status: "processing" }]);
    await set.bind("failed", id).run();
    const failed = await exported(id, format);
    expect(failed.status).toBe(409);
    expect(await failed.json()).toMatchObject({ code: "analysis_failed" });
    await set.bind("completed", id).run();
    await request(`/api/analyze/sessions/${id}`, { method: "DELETE" });
    expect((await exported(id, format)).status).toBe(404);
  });

  it("is open to viewers, 60 times a minute unless set otherwise", async () => {
    const settings = { ...TEAM, RATE_EXPORTS_PER_MINUTE: "2" };
    const headers = { "X-Auth-User": `ann-${id}`, "X-Auth-Roles": "viewer" };
    const path = `/api/export/analysis/${id}/csv`;
    const statuses = [];
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await requestWith(settings, path, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe("STIX 2.1", () => {
  it("is a report of the published attack-patterns, with the evidence as notes", async () => {
    const id = await analyse();
    const bundle = await stixOf(id);
    expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
    const ofType = (type: string) => bundle.objects.filter((object) => object.type === type);
    expect(
      ofType("attack-pattern")
        .map((object) => object.id)
        .sort(compareText),
    ).toEqual([stixIds.technique(2), stixIds.technique(3), stixIds.technique(4)].sort());
    expect(ofType("attack-pattern").find(({ id: own }) => own === stixIds.technique(2))).toEqual({
      type: "attack-pattern",
      spec_version: "2.1",
      id: stixIds.technique(2),
      created: "2020-01-01T00:00:00.000Z",
      modified: "2021-01-01T00:00:00.000Z",
      name: "PowerShell",
      description: "How adversaries use PowerShell.",
      kill_chain_phases: [{ kill_chain_name: "mitre-attack", phase_name: "execution" }],
      external_references: [
        {
          source_name: "mitre-attack",
          external_id: "T1059.001",
          url: "https://attack.mitre.org/techniques/T1059.001",
        },
      ],
      x_mitre_is_subtechnique: true,
      x_mitre_platforms: ["Windows", "Linux"],
      extensions: { [TECHNIQUE_PROPERTIES.id]: { extension_type: "toplevel-property-extension" } },
    });
    expect(bundle.objects).toContainEqual(TECHNIQUE_PROPERTIES);
    const [report] = ofType("report");
    expect(report).toMatchObject({ name: "Отчёт | 报告", report_types: ["threat-report"] });
    const frame = /^(?:report|identity|extension-definition)$/;
    const others = bundle.objects.filter(({ type }) => !frame.test(type));
    expect(report?.["object_refs"]).toEqual(others.map((object) => object.id));
    const note = ofType("note").find(({ abstract }) => String(abstract).includes("T1566"));
    expect(note).toMatchObject({
      object_refs: [stixIds.technique(3), report?.id],
      labels: ["review:suggested", "evidence:verified", "origin:analysis"],
    });
    expect(String(note?.["content"])).toContain("It sent T1566 mail.");
    // Leads are no attribution; what the text names is there without a claim of who did it.
    const analysed = await requestJson<{ apt_matches: { group_attack_id: string }[] }>(
      `/api/analyze/${id}`,
    );
    const named = JSON.stringify(ofType("intrusion-set"));
    for (const { group_attack_id: lead } of analysed.body.apt_matches) {
      if (lead !== "G0016") expect(named).not.toContain(`"${lead}"`);
    }
  });

  it("has a new version of the same report once somebody reviewed it", async () => {
    const id = await analyse();
    const readIt = async () => (await stixOf(id)).objects.find(({ type }) => type === "report");
    const before = await readIt();
    await new Promise((done) => setTimeout(done, 5));
    await review(id, "T1566", "rejected");
    const after = await readIt();
    expect(after?.id).toBe(before?.id);
    expect(String(after?.["modified"]) > String(before?.["modified"])).toBe(true);
    expect(after?.["created"]).toBe(before?.["created"]);
  });

  it("is valid with nothing found, and where every technique was rejected", async () => {
    const nothing = await analyse("Nothing of interest happened on that quiet day at all.");
    const rejected = await analyse("It sent T1566 mail.");
    await review(rejected, "T1566", "rejected");
    for (const id of [nothing, rejected]) {
      const bundle = await stixOf(id);
      expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
      expect(bundle.objects.map(({ type }) => type)).toEqual(["identity", "report"]);
    }
  });

  it("carries observables as vulnerabilities and indicators", () => {
    const listed = (kind: string, value: string) => observableOf(kind, value, { listed: true });
    const observables = [
      observableOf("cve", "cve-2024-3400"),
      listed("ipv4", "203.0.113.7"),
      listed("domain", "evil.example"),
      listed("domain", "o'brien\\.example"),
      listed("md5", "d41d8cd98f00b204e9800998ecf8427e"),
      listed("sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      listed("ipv4", "203.0.113.7"),
    ];
    const bundle = buildStixBundle({ ...reportOf(), observables });
    expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
    const made = bundle.objects.filter(({ type }) => /indicator|vulnerability/.test(type));
    expect(made.map(({ type, name, pattern }) => [type, pattern ?? name])).toEqual([
      ["vulnerability", "CVE-2024-3400"],
      ["indicator", "[ipv4-addr:value = '203.0.113.7']"],
      ["indicator", "[domain-name:value = 'evil.example']"],
      ["indicator", "[domain-name:value = 'o\\'brien\\\\.example']"],
      ["indicator", "[file:hashes.MD5 = 'd41d8cd98f00b204e9800998ecf8427e']"],
      [
        "indicator",
        "[file:hashes.'SHA-256' = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855']",
      ],
    ]);
    const again = { ...reportOf(), observables: [observableOf("cve", "CVE-2024-3400")] };
    expect(buildStixBundle(again).objects.at(-1)).toEqual(made[0]);
  });

  it("makes an indicator only of what a person confirmed or the report lists as one", () => {
    const observables = [
      observableOf("ipv4", "203.0.113.7"),
      observableOf("ipv4", "203.0.113.8", { confirmed: true }),
      observableOf("domain", "evil.example", { listed: true }),
      observableOf("domain", "bank.example"),
      observableOf("sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      observableOf("mutex", "Global\\x"),
    ];
    const bundle = buildStixBundle({ ...reportOf(), observables });
    expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
    const made = bundle.objects.filter(({ type }) => /indicator|addr|domain|file/.test(type));
    expect(made.map((o) => [o.type, o["name"] ?? o["value"], o["indicator_types"]])).toEqual([
      ["ipv4-addr", "203.0.113.7", undefined],
      ["ipv4-addr", "203.0.113.8", undefined],
      ["indicator", "203.0.113.8", ["unknown"]],
      ["domain-name", "evil.example", undefined],
      ["indicator", "evil.example", ["malicious-activity"]],
      ["domain-name", "bank.example", undefined],
      ["file", undefined, undefined],
    ]);
    // The id that everybody gives that address (STIX 2.1, 2.9).
    expect(made[0]?.id).toBe("ipv4-addr--9ddd739e-87b1-587d-83f2-62ef1130af2f");
    const report = bundle.objects.find(({ type }) => type === "report");
    expect(report?.["object_refs"]).toContain(made[0]?.id);
  });

  it("bears the marking as TLP 2.0 has it, on what the session says and on nothing published", () => {
    for (const tlp of ["clear", "green", "amber", "amber+strict", "red"] as const) {
      const bundle = buildStixBundle({
        ...reportOf(),
        tlp,
        named: NAMED,
        observables: [observableOf("ipv4", "203.0.113.7", { listed: true })],
      });
      expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
      const definition = bundle.objects.find(({ type }) => type === "marking-definition");
      expect(definition).toMatchObject({
        name: `TLP:${tlp.toUpperCase()}`,
        extensions: { [TLP_EXTENSION]: { tlp_2_0: tlp } },
      });
      const bearers = bundle.objects.filter(
        ({ object_marking_refs: refs }) => Array.isArray(refs) && refs[0] === definition?.id,
      );
      expect(bearers.map(({ type }) => type)).toEqual([
        "report",
        "note",
        "ipv4-addr",
        "observed-data",
        "indicator",
        "relationship",
      ]);
    }
  });

  it("bears the report's own marking where nobody decided one, and says so; none where there is none", () => {
    const markingsOf = (change: Partial<SessionReport>) => {
      const bundle = buildStixBundle({ ...reportOf(), ...change });
      expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
      const definitions = bundle.objects.filter(({ type }) => type === "marking-definition");
      const report = bundle.objects.find(({ type }) => type === "report");
      const refs = report?.["object_marking_refs"] ?? [];
      expect(refs).toEqual(definitions.map((definition) => definition.id));
      return definitions.map((one) => one["name"] ?? one["definition"]);
    };
    expect(markingsOf({ tlp_in_text: "amber" })).toEqual([
      "TLP:AMBER",
      { statement: "TLP:AMBER is marked in the report, not decided here." },
    ]);
    expect(markingsOf({ tlp_in_text: "amber", tlp: "green" })).toEqual(["TLP:GREEN"]);
    expect(markingsOf({})).toEqual([]);
  });

  it("has the groups and the software that the report names, under ATT&CK's own ids", () => {
    const bundle = buildStixBundle({ ...reportOf(), named: NAMED });
    expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
    const named = bundle.objects.filter(({ type }) => /intrusion-set|malware|tool/.test(type));
    expect(named.map(({ type, id, name }) => [type, id, name])).toEqual([
      ["intrusion-set", "intrusion-set--899ce53f-13a0-479b-a0e4-67d46e241542", "APT29"],
      ["malware", expect.stringMatching(/^malware--/), "BEACON"],
      ["tool", expect.stringMatching(/^tool--/), "Mimikatz"],
    ]);
    expect(named[1]).toMatchObject({
      is_family: true,
      external_references: [{ source_name: "mitre-attack", external_id: "S0154" }],
    });
    const report = bundle.objects.find(({ type }) => type === "report");
    expect(report?.["object_refs"]).toEqual(expect.arrayContaining(named.map(({ id }) => id)));
    // That a report names somebody is no claim of who did it.
    expect(bundle.objects.some(({ type }) => type === "relationship")).toBe(false);
  });

  it.each([
    ["2020-10-28", "2020-10-28T00:00:00.000Z"],
    ["2020-10", "2020-10-01T00:00:00.000Z"],
    ["2020", "2020-01-01T00:00:00.000Z"],
    [null, "2026-01-02T03:04:05.678Z"],
  ])("is published when the report was: %s", (date, published) => {
    const dates =
      date === null
        ? []
        : [{ date, end: null, role: "published" as const, count: 1, mentions: [] }];
    const bundle = buildStixBundle({ ...reportOf(), entities: { ...NO_ENTITIES, dates } });
    expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
    expect(bundle.objects.find(({ type }) => type === "report")).toMatchObject({ published });
  });

  it("says within its notes who stands for a technique, and what a person wrote", () => {
    const bundle = buildStixBundle(
      reportOf({
        origin: "analyst",
        review_status: "accepted",
        note: "Seen in our proxy log.",
        changed_by: "ann@example.org",
        warnings: ["T1566 is Phishing."],
        passages: [
          { text: "It sent mail.", start: 0, end: 13 },
          { text: "The mail had a link.", start: 20, end: 40 },
        ],
      }),
    );
    const note = bundle.objects.find(({ type }) => type === "note");
    const report = bundle.objects.find(({ type }) => type === "report");
    expect(note).toMatchObject({
      authors: ["ann@example.org"],
      labels: ["review:accepted", "evidence:verified", "origin:analyst"],
      content:
        "It sent mail.\n\nThe mail had a link.\n\nCheck: T1566 is Phishing.\n\nAnalyst's note: Seen in our proxy log.",
      object_refs: [expect.stringMatching(/^attack-pattern--/), report?.id],
    });
  });

  it("lets no name disguise itself, and stays valid whatever it holds", () => {
    const hostile = "\u0000\u202Egnp.exe\"\n\ud800 ]\\' OR";
    const bundle = buildStixBundle({
      ...reportOf({ name: hostile, evidence: hostile, note: hostile, changed_by: hostile }),
      title: hostile,
      summary: hostile,
      tags: [hostile, "\u202E"],
      source_url: hostile,
      observables: [observableOf("domain", "a'\\b", { listed: true })],
    });
    expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
    expect(JSON.stringify(bundle)).not.toMatch(/\\u0000|\\ud800|\u202e/i);
    const report = bundle.objects.find(({ type }) => type === "report");
    expect(report?.["name"]).toContain('gnp.exe"');
  });

  it("does without the release", () => {
    for (const domain of ["ics-attack", "atlas"]) {
      const bundle = buildStixBundle(reportOf({}, domain));
      expect(stixBundleSchema.safeParse(bundle).error).toBeUndefined();
      expect(bundle.objects.find(({ type }) => type === "attack-pattern")).toMatchObject({
        name: "Phishing",
        external_references: [{ external_id: "T1566" }],
      });
    }
  });

  it("is told from what is not valid", () => {
    const bundle = buildStixBundle(reportOf());
    const broken = (change: object) =>
      stixBundleSchema.safeParse({
        ...bundle,
        objects: bundle.objects.map((object) =>
          object.type === "attack-pattern" ? { ...object, ...change } : object,
        ),
      }).success;
    expect(broken({})).toBe(true);
    expect(broken({ id: "attack-pattern--1" })).toBe(false);
    expect(broken({ created: "2020-01-01" })).toBe(false);
    expect(broken({ external_references: [] })).toBe(false);
    expect(broken({ x_mitre_platforms: [] })).toBe(false);
    expect(broken({ whatever: 1 })).toBe(false);
    expect(broken({ extensions: { [`extension-definition--${NOBODY}`]: {} } })).toBe(false);
  });
});

describe("Navigator layer", () => {
  it("scores by confidence, comments with the evidence, and comes in again as the same set", async () => {
    const id = await analyse();
    const layer = await (await exported(id, "navigator")).json<{ techniques: object[] }>();
    expect(layer).toMatchObject({
      name: "Отчёт | 报告",
      versions: { attack: "18", layer: "4.5" },
      domain: "enterprise-attack",
      gradient: { minValue: 0, maxValue: 100 },
    });
    const { body: analysis } = await requestJson<{
      techniques: { attack_id: string; confidence: number; evidence: string }[];
    }>(`/api/analyze/${id}`);
    const wanted = analysis.techniques
      .map(({ attack_id, confidence, evidence }) => ({
        techniqueID: attack_id,
        score: Math.round(confidence * 100),
        comment: evidence,
      }))
      .sort((a, b) => (a.techniqueID < b.techniqueID ? -1 : 1));
    expect(layer.techniques).toMatchObject(wanted);
    const { status, body } = await requestJson("/api/layers/import", {
      method: "POST",
      body: JSON.stringify(layer),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      technique_ids: ["T1059.001", "T1566", "T1574.001"],
      version: "18.1",
      not_kept: [],
      left_out: [],
    });
  });
});

describe("the marking of a Navigator layer", () => {
  it("stands in its metadata", () => {
    const metadataOf = (change: Partial<SessionReport>) =>
      buildNavigatorLayer({ ...reportOf(), ...change })["metadata"];
    expect(metadataOf({ tlp: "red" })).toContainEqual({ name: "marking", value: "TLP:RED" });
    expect(metadataOf({ tlp_in_text: "red" })).toContainEqual({
      name: "marking",
      value: "TLP:RED (marked in the report, not decided here)",
    });
    expect(JSON.stringify(metadataOf({}))).not.toContain("TLP");
  });
});

describe("CSV", () => {
  /** Reads RFC 4180 by its grammar. */
  const parse = (csv: string) =>
    csv
      .replace(/^\uFEFF/, "")
      .match(/(?:"(?:[^"]|"")*"|[^,"\r\n]*)(?:,|\r\n)/g)
      ?.reduce<string[][]>(
        (rows, cell) => {
          const value = cell.replace(/(,|\r\n)$/, "");
          const text = value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value;
          rows.at(-1)?.push(text);
          if (cell.endsWith("\r\n")) rows.push([]);
          return rows;
        },
        [[]],
      )
      .slice(0, -1) ?? [];

  it("begins with a byte-order mark and has a line for each technique", async () => {
    const bytes = new Uint8Array(await (await exported(await analyse(), "csv")).arrayBuffer());
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    const rows = parse(new TextDecoder().decode(bytes));
    expect(rows[0]?.slice(0, 4)).toEqual(["attack_id", "name", "tactic", "confidence"]);
    expect(rows.map((row) => row.length)).toEqual([14, 14, 14, 14]);
    expect(rows.map((row) => row.slice(11))).toEqual([
      ["origin", "note", "hinted_by"],
      ...Array.from({ length: 3 }, () => ["analysis", "", ""]),
    ]);
    expect(
      rows
        .slice(1)
        .map(([id = ""]) => id)
        .sort(compareText),
    ).toEqual(["T1059.001", "T1566", "T1574.001"]);
  });

  it.each([
    '=cmd|"/c calc"!A1',
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
  ])("gives a spreadsheet no formula: %j", (evidence) => {
    const [, row] = parse(buildTechniquesCsv(reportOf({ evidence })));
    expect(row?.[6]).toBe(`'${evidence}`);
  });

  it("gives no formula to a spreadsheet that cuts at semicolons and line ends", () => {
    const evidence = 'ran a;=cmd|"/c calc"!A1 and b;+1\n=2; = kept';
    const [, row] = parse(buildTechniquesCsv(reportOf({ evidence })));
    expect(row?.[6]).toBe("ran a;'=cmd|\"/c calc\"!A1 and b;'+1\n'=2; = kept");
  });

  it("keeps quotes, commas, line ends and every script in their cell", () => {
    const evidence = 'He said "да, 好的",\r\nthen\nleft — مرحبا 🙂';
    const rows = parse(buildTechniquesCsv(reportOf({ evidence })));
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[6]).toBe(evidence);
  });
});

describe("Markdown", () => {
  const HOSTILE = [
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "<script x",
    "<?php hides the rest",
    "<div",
    "# heading",
    "## Techniques",
    "- item",
    "+ item",
    "1. item",
    "2) item",
    "> quote",
    "    code",
    "```\ncode\n```",
    "~~~\ncode\n~~~",
    "[link](javascript:alert(1))",
    "![image](http://evil.example/x.png)",
    "<http://evil.example>",
    "http://evil.example/path",
    "www.evil.example",
    "mail me@evil.example now",
    "*emphasis* **strong** _under_ __line__ ~~gone~~ `code`",
    "| a | b |\n| --- | --- |\n| c | d |",
    "a \\| b \\\\| c",
    "===\n---\n***",
    "text\n===",
    "text\n---",
    "[x]: http://evil.example",
    "&lt;b&gt; &amp; &#60;",
    "line\\\nbreak  \nend",
    "\\<b>",
    "$$x$$",
    "{{template}} {code}",
  ];
  const tagsOf = (html: string) => [...new Set(html.match(/<[a-z][a-z0-9]*/g) ?? [])].sort();

  it.each(HOSTILE)("shows %j as it is", async (text) => {
    const shown = text.replace(/\s+/g, " ").trim();
    const decode = (html: string) =>
      html
        .replace(/<\/?p>|\n$/g, "")
        .trim()
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&#124;/g, "|")
        .replace(/&amp;/g, "&");
    expect(decode(await marked(escapeMarkdown(text)))).toBe(shown);
  });

  /** A report with a text in every place that texts and people fill. */
  const filledWith = (text: string): SessionReport => ({
    ...reportOf({
      evidence: text,
      name: text,
      note: text,
      warnings: [text],
      passages: [{ text: `${text} too`, start: 0, end: 1 }],
      changed_by: text,
    }),
    title: text,
    summary: text,
    filename: text,
    model: text,
    apt_hints: [text],
    warnings: [text],
    tags: [text],
    note: text,
    source_url: text,
    review: { people: [text], last: "2026-11-22T08:15:00.000Z", rejected: 0 },
    entities: {
      ...NO_ENTITIES,
      countries: [{ code: "US", name: text, count: 1, mentions: [] }],
    },
    observables: [observableOf("domain", text, { listed: true })],
  });

  it("lets no text of the report become markup", async () => {
    const plain = await marked(buildMarkdownReport(filledWith("plain words")));
    for (const text of HOSTILE) {
      const hostile = await marked(buildMarkdownReport(filledWith(text)));
      const count = (html: string, tag: string) => html.split(tag).length;
      expect([text, tagsOf(hostile)]).toEqual([text, tagsOf(plain)]);
      for (const tag of ["<tr", "<td", "<h1", "<h2", "<h3", "<h4", "<li", "<a ", "<blockquote"]) {
        expect([text, tag, count(hostile, tag)]).toEqual([text, tag, count(plain, tag)]);
      }
    }
  });

  it("keeps paragraphs apart, those of a summary, of passages and of notes", async () => {
    const html = await marked(
      buildMarkdownReport({
        ...reportOf({
          passages: [
            { text: "It sent mail.", start: 0, end: 13 },
            { text: "The mail had\na link.", start: 20, end: 40 },
          ],
          note: "Seen by us.\nTwice.",
          warnings: ["Check the id."],
        }),
        summary: "First line.\nSecond line.\r\n\r\nThird line.",
      }),
    );
    for (const paragraph of [
      "First line.",
      "Second line.",
      "Third line.",
      "It sent mail.",
      "The mail had a link.",
      "Twice.",
    ]) {
      expect(html).toContain(`<p>${paragraph}</p>`);
    }
    expect(html).toMatch(/<blockquote>\s*<p>It sent mail/);
    expect(html).toContain("<strong>Check:</strong> Check the id.");
    expect(html).toContain("<strong>Analyst&#39;s note:</strong> Seen by us.</p>");
  });

  it("has the parts of the PDF in their order, and its marking at both ends", () => {
    const text = buildMarkdownReport({ ...reportOf(), tlp: "amber" });
    expect(text.match(/^## .*/gm)).toEqual(Object.values(SECTIONS).map((title) => `## ${title}`));
    expect(text).toMatch(/^\*\*TLP:AMBER\*\*\n\n# Title\n/);
    expect(text).toMatch(/\n\n\*\*TLP:AMBER\*\*\n$/);
    const undecided = buildMarkdownReport({ ...reportOf(), tlp_in_text: "clear" });
    const heading = "TLP:CLEAR (marked in the report, not decided here)";
    expect(undecided.startsWith(`**${escapeMarkdown(heading)}**\n\n# Title\n`)).toBe(true);
    expect(undecided).toContain(`| Marking | ${escapeMarkdown(`${heading}: may be shared`)}`);
    expect(buildMarkdownReport(reportOf())).toContain(
      "| Marking | not decided here, and the report prints none. |",
    );
    expect(text).not.toMatch(/provider|embedded/);
  });

  it("is a report with its techniques, leads and the caveat", async () => {
    const text = await (await exported(await analyse(), "markdown")).text();
    expect(text).toMatch(/^# Отчёт &#124; 报告\n/);
    expect(text).toContain("[T1059.001](https://attack.mitre.org/techniques/T1059.001)");
    expect(text).toMatch(/## Group-similarity leads\n\n.*not an attribution/);
    expect(text).toMatch(/\| APT29 \(G0016\) \| 2 of 3 \| APT29 \| T1059\.001, T1566 \|/);
    expect(text).toContain("\n\nThe session has 3 techniques; fewer than 5 do not");
    expect(buildMarkdownReport(reportOf())).toContain(
      "| APT29 (G0016) | 1 of 1 | Known for 1 of these 1 techniques, none of them rare. | T1566 |",
    );
    expect(buildMarkdownReport(reportOf())).toMatch(
      /\| By Jaccard similarity \| Similarity .*\n.*\n\| APT29 \(G0016\) \| 0\.5 \| 1 \| T1566 \|/,
    );
    expect(text).toContain("| Execution | 3 | 0 |");
    const nothing = await analyse("Nothing of interest happened on that quiet day at all.");
    expect(await (await exported(nothing, "markdown")).text()).toContain(
      "No technique was found in the report.",
    );
  });
});

describe("what an analysis was asked for", () => {
  it.each([
    [{ mode: "balanced" }, null],
    [{ mode: "precision" }, "asked for what it is sure of, from 70 % on."],
    [{ mode: "recall" }, "asked to miss little, so that more of it is wrong."],
    [{ mode: "recall", min_confidence: 0.45 }, "asked for what is at least 45 % sure."],
    // The modes say nothing of what a language model finds.
    [{ mode: "precision", model: "llama" }, null],
    [{ min_confidence: 0, model: "llama" }, "asked for what is at least 0 % sure."],
  ] as const)("%j is told", (change, told) => {
    const text = buildMarkdownReport({ ...reportOf(), ...change });
    if (told === null) expect(text).not.toContain("analysis was asked");
    else expect(text).toContain(`not how grave it is. The analysis was ${told}`);
  });
});

describe("2,000 techniques", () => {
  it("are exported in every format within a second", () => {
    const [technique] = reportOf().techniques;
    if (technique === undefined) throw new Error("no technique");
    const techniques = Array.from({ length: 2000 }, (_, n) => ({
      ...technique,
      attack_id: `T${1000 + n}`,
    }));
    const report = { ...reportOf(), techniques };
    expect(buildStixBundle(report).objects).toHaveLength(4003);
    expect(buildNavigatorLayer(report).techniques).toHaveLength(2000);
    expect(buildTechniquesCsv(report).split("\r\n")).toHaveLength(2002);
    expect(buildMarkdownReport(report).match(/T1\d{3}/g)?.length).toBeGreaterThanOrEqual(1000);
  }, 5_000);
});

const NOBODY = "5f0c7a52-2f4e-4c0b-9a55-0b1f2f6f3a11";
const TLP_EXTENSION = "extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d";
