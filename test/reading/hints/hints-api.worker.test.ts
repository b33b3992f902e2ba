import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import type { ExportedObservable } from "../../../src/sharing/exports/content/session-content.ts";
import { withoutRejected } from "../../../src/sharing/exports/content/without-rejected.ts";
import {
  relationship,
  smallBundle,
  smallObjects,
  stixIds,
  technique,
} from "../../support/bundles.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { newSession } from "../../support/edits.ts";
import { readCsv } from "../../support/csv.ts";
import { ingest, request, requestJson } from "../../support/service.ts";

const REPORT = [
  "The actors exploited CVE-2021-26855 to get in (T1190).",
  "Then Mimikatz was run from PowerShell scripts (T1059.001).",
  "A net profit was made; CVE-2021-99998 was not used.",
].join("\n");

beforeAll(async () => {
  const objects = [
    ...smallObjects(),
    technique(61, "T1190", "Exploit Public-Facing Application", ["initial-access"]),
    technique(62, "T1133", "External Remote Services", ["initial-access"]),
    technique(63, "T1003", "OS Credential Dumping", ["execution"]),
    {
      type: "tool",
      id: stixIds.tool(7),
      name: "Net",
      external_references: [{ source_name: "mitre-attack", external_id: "S0039" }],
    },
    relationship(61, "uses", stixIds.tool(1), stixIds.technique(63)),
    relationship(62, "uses", stixIds.tool(1), stixIds.technique(2)),
  ];
  await ingest(smallBundle("18.1", "2.1", objects));
});

describe("hints of a session", () => {
  it("name software and vulnerabilities with their places, and what was found of their techniques", async () => {
    const { software_hints: software, cve_hints: cves } = await (await newSession(REPORT)).read();
    expect(software).toMatchObject([
      {
        attack_id: "S0002",
        name: "Mimikatz",
        type: "tool",
        count: 1,
        technique_count: 2,
        found_count: 1,
        techniques: [
          { attack_id: "T1003", name: "OS Credential Dumping", found: false },
          { attack_id: "T1059.001", name: "PowerShell", found: true },
        ],
      },
    ]);
    for (const { text, start, end } of software[0]?.mentions ?? []) {
      expect(REPORT.slice(start, end)).toBe(text);
    }
    expect(cves).toMatchObject([
      {
        id: "CVE-2021-26855",
        known_exploited: true,
        techniques: [
          { attack_id: "T1133", found: false, mapping_types: ["exploitation_technique"] },
        ],
      },
      { id: "CVE-2021-99998", known_exploited: false, techniques: [] },
    ]);
  });

  it("stand in the explanation of the techniques that they are listed for", async () => {
    const { id } = await newSession(REPORT);
    const { body } = await requestJson<Analysis>(`/api/analyze/${id}?explain=true`);
    const by = body.techniques.map((one) => [one.attack_id, one.explanation?.hinted_by]);
    expect(Object.fromEntries(by)).toMatchObject({ "T1059.001": ["S0002"], T1190: [] });
  });

  it("are never among the techniques, and follow what people decide", async () => {
    const session = await newSession(REPORT);
    const before = await session.read();
    const ids = before.techniques.map(({ attack_id: id }) => id);
    expect(ids).not.toContain("T1003");
    expect(ids).not.toContain("T1133");
    await session.patch("T1059.001", { review_status: "rejected" });
    const after = await session.read();
    expect(after.software_hints[0]).toMatchObject({ found_count: 0 });
    await session.patch("T1059.001", { review_status: "accepted" });
    expect((await session.read()).software_hints[0]).toMatchObject({ found_count: 1 });
  });

  it("are there for sessions from before there were hints, and none from before entities", async () => {
    const session = await newSession(REPORT);
    const empty = env.WORKSPACE_DB.prepare("UPDATE sessions SET entities = '{}' WHERE id = ?");
    await empty.bind(session.id).run();
    expect(await session.read()).toMatchObject({ software_hints: [], cve_hints: [] });
  });
});

describe("exports", () => {
  it("carry them as leads", async () => {
    const { id } = await newSession(REPORT);
    const read = async (form: string) =>
      await (await request(`/api/export/analysis/${id}/${form}`)).text();
    const markdown = await read("markdown");
    expect(markdown).toContain("## Leads from software and vulnerabilities");
    expect(markdown).toContain(
      "| [S0002](https://attack.mitre.org/software/S0002/) Mimikatz | 1 of 2 | T1059.001 | T1003 |",
    );
    expect(markdown).toContain(
      "| CVE-2021-26855 Known exploited vulnerability | 0 of 1 |  | T1133 |",
    );
    expect(markdown).toContain("CVE-2021-26855 (known exploited); CVE-2021-99998 |");
    const rows = readCsv(await read("csv"));
    const [head = []] = rows;
    const column = head.indexOf("hinted_by");
    const of = (attackId: string) => rows.find(([first]) => first === attackId)?.[column];
    expect([of("T1059.001"), of("T1190")]).toEqual(["S0002", ""]);
    const pdf = await request(`/api/export/analysis/${id}`);
    const { text } = await readPdf(new Uint8Array(await pdf.arrayBuffer()), LIMITS);
    const plain = text.replace(/\s+/g, " ");
    expect(plain).toContain("Leads, not findings.");
    expect(plain).toMatch(/S0002 Mimikatz 1 of 2 Found: T1059\.001 Not found: T1003/);
    expect(plain).toMatch(/CVE-2021-26855 Known exploited vulnerability 0 of 1 Not found: T1133/);
  });

  it("leave out a vulnerability that a person removed", async () => {
    const session = await newSession(`${REPORT} So was CVE-2019-11510.`);
    const analysis = await session.read();
    const kept = { kind: "cve", value: "cve-2019-11510", confirmed: false, listed: false };
    const hintsOf = (observables: ExportedObservable[]) =>
      withoutRejected(analysis, null, observables).cve_hints.map(({ id }) => id);
    expect(hintsOf([])).toEqual(["CVE-2021-26855", "CVE-2021-99998", "CVE-2019-11510"]);
    expect(hintsOf([kept])).toEqual(["CVE-2019-11510"]);
  });

  it("say in STIX that software uses a technique only where the report shows both at once", async () => {
    const bundleOf = async (text: string) => {
      const { id } = await newSession(text);
      const response = await request(`/api/export/analysis/${id}/stix`);
      const { objects } = await response.json<{ objects: Record<string, unknown>[] }>();
      return objects;
    };
    const objects = await bundleOf(REPORT);
    const uses = objects.filter(({ relationship_type: type }) => type === "uses");
    expect(uses).toMatchObject([
      {
        relationship_type: "uses",
        source_ref: stixIds.technique(2),
        target_ref: stixIds.tool(1),
        description: "Then Mimikatz was run from PowerShell scripts (T1059.001).",
        labels: expect.arrayContaining(["review:suggested", "evidence:verified"]),
      },
    ]);
    const report = objects.find(({ type }) => type === "report");
    expect(report?.["object_refs"]).toContain(uses[0]?.["id"]);
    expect(objects.filter(({ type }) => type === "vulnerability")).toMatchObject([
      { name: "CVE-2021-26855", labels: ["known-exploited"] },
      expect.not.objectContaining({ labels: expect.anything() }),
    ]);
    const apart = await bundleOf(
      "Mimikatz is free software.\n\nScripts were run later (T1059.001).",
    );
    expect(apart.filter(({ type }) => type === "tool")).toHaveLength(1);
    expect(apart.filter(({ type }) => type === "relationship")).toEqual([]);
  });
});
