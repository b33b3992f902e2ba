import { activeIdsOf } from "../../src/knowledge/attack/ids/resolve-id.ts";
import { seedIndex } from "../support/node/export-samples.ts";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTechniqueIds } from "../../src/reading/recognition/technique-ids.ts";
import { makeDocx, paragraph } from "../support/documents/make-docx.ts";
import { line, makePdf } from "../support/documents/make-pdf.ts";
import {
  analyse,
  type RunningService,
  startService,
  preparedFolder,
} from "../support/node/service.ts";
import { readShared, readSharedJson } from "../support/node/shared-data.ts";

interface Report {
  filename: string;
  bytes: Uint8Array;
  /** Technique ids that the report prints, sorted. */
  printed: string[];
  /** Those of them that Enterprise 18.1 does not know. */
  unknown: string[];
}

const OWN_LINES = [
  "The crew ran T1059.001 and later T1574.002 on two hosts.",
  "A table row: Phishing [T1566] and t1003/001; TA0001 is a tactic.",
  "T1451 belongs to another domain.",
];
const own = {
  printed: ["T1003.001", "T1059.001", "T1451", "T1566", "T1574.002"],
  unknown: ["T1451"],
};

const ownPdf = () => makePdf(OWN_LINES.map(line));
const ownDocx = () => makeDocx(OWN_LINES.map(paragraph).join(""));

function listReports(): Report[] {
  const reports: Report[] = [
    { filename: "own.pdf", bytes: ownPdf(), ...own },
    { filename: "own.docx", bytes: ownDocx(), ...own },
    { filename: "own.txt", bytes: new TextEncoder().encode(OWN_LINES.join("\n")), ...own },
  ];
  type Entry = { anywhere?: string[]; not_active_in_enterprise_18_1?: Record<string, string> };
  const expected = readSharedJson<Record<string, Entry>>("reports/EXPECTED.json") ?? {};
  for (const [filename, entry] of Object.entries(expected)) {
    const bytes = readShared(`reports/${filename}`);
    // The PDF without text has a test of its own.
    if (
      bytes === null ||
      !/\.(pdf|docx|html|txt)$/.test(filename) ||
      filename.startsWith("GroupIB")
    )
      continue;
    reports.push({
      filename,
      bytes,
      printed: entry.anywhere ?? [],
      unknown: Object.keys(entry.not_active_in_enterprise_18_1 ?? {}),
    });
  }
  return reports;
}

const index = seedIndex();
const folder = preparedFolder();
let service: RunningService;
beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const send = async (filename: string, bytes: Uint8Array) =>
  await analyse(service.url, { file: new File([new Uint8Array(bytes)], filename) });

describe.each(listReports())("$filename", ({ filename, bytes, printed, unknown }) => {
  it("gives every printed id, none that is not printed, and evidence that stands in the text", async () => {
    const { status, body } = await send(filename, bytes);
    expect(status).toBe(200);
    const stored = await fetch(`${service.url}/api/analyze/${body.session_id}/text`);
    const text = await stored.text();
    const explicit = new Set(findTechniqueIds(text).map(({ attack_id }) => attack_id));
    expect([...explicit].sort()).toEqual([...printed].sort());
    const answered = new Set(body.techniques.flatMap((t) => [t.attack_id, t.replaced_from]));
    const known = printed.filter((id) => !unknown.includes(id));
    // Several revoked ids may have fallen together on one technique, which names one of them.
    const isAnswered = (id: string) =>
      answered.has(id) || activeIdsOf(id, index).some((to) => answered.has(to));
    expect(known.filter((id) => !isAnswered(id))).toEqual([]);
    expect(body.rejected_techniques.map((t) => t.attack_id)).toEqual([...unknown].sort());
    for (const technique of body.techniques) {
      expect(technique.verified).toBe(true);
      expect(text.slice(technique.evidence_start, technique.evidence_end)).toBe(technique.evidence);
    }
  });
});

describe("the example of the documentation", () => {
  it("is what the service really answers", async () => {
    const { body } = await send("report.pdf", readFileSync("examples/report.pdf"));
    const page = readFileSync("docs/reading-reports.md", "utf8");
    expect(page).toContain(`"summary": ${JSON.stringify(body.summary)}`);
    const [, entities = ""] = /"entities": (\{[\s\S]*?\n {2}\}),\n/.exec(page) ?? [];
    expect(JSON.parse(entities)).toEqual(body.entities);
    for (const id of ["T1059.001", "T1574.001"]) {
      const technique = body.techniques.find((t) => t.attack_id === id);
      const shown = JSON.stringify(technique, null, 2).replaceAll("\n", "\n    ");
      expect(page).toContain(shown);
    }
    expect(body.techniques).toHaveLength(2 + 5);
    const spaced = (value: unknown) => JSON.stringify(value).replace(/([:,])(?=["{[])/g, "$1 ");
    expect(page).toContain(`"apt_hints": ${spaced(body.apt_hints)}`);
    expect(page).toContain(`"rejected_techniques": ${spaced(body.rejected_techniques)}`);
    const dll = body.techniques.find((t) => t.attack_id === "T1574.001");
    expect(readFileSync("README.md", "utf8")).toContain(JSON.stringify(dll, null, 2));
  });
});

describe("the same report in two forms", () => {
  it("names the same ids", async () => {
    const forms = [
      ["AA20-302A.pdf", readShared("reports/AA20-302A.pdf") ?? ownPdf()],
      ["AA20-302A.docx", readShared("reports/AA20-302A.docx") ?? ownDocx()],
    ] as const;
    const sets = [];
    for (const [filename, bytes] of forms) {
      const { body } = await send(filename, bytes);
      const text = await (await fetch(`${service.url}/api/analyze/${body.session_id}/text`)).text();
      sets.push([...new Set(findTechniqueIds(text).map((hit) => hit.attack_id))].sort());
    }
    expect(sets[0]).toEqual(sets[1]);
    expect(sets[0]?.length).toBeGreaterThan(0);
  });
});

describe("a PDF without text", () => {
  it("is refused as empty, and nothing of it is stored", async () => {
    const bytes = readShared("reports/GroupIB_Big_Airline_Heist_APT41.pdf") ?? makePdf([[]]);
    expect(await send("scan.pdf", bytes)).toMatchObject({
      status: 422,
      body: { code: "document_empty" },
    });
  });
});
