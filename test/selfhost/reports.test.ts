import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDocx, paragraph } from "../support/documents/make-docx.ts";
import { line, makePdf } from "../support/documents/make-pdf.ts";
import { checkReports, printedIds, sendReport } from "../support/node/check-reports.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

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
  await sendReport(service.url, filename, bytes);

checkReports(
  [
    { filename: "own.pdf", bytes: ownPdf(), ...own },
    { filename: "own.docx", bytes: ownDocx(), ...own },
    { filename: "own.txt", bytes: new TextEncoder().encode(OWN_LINES.join("\n")), ...own },
  ],
  () => service.url,
);

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

it("names the same ids of a report as PDF and as DOCX", async () => {
  const sets = [];
  for (const [filename, bytes] of [
    ["a.pdf", ownPdf()],
    ["a.docx", ownDocx()],
  ] as const) {
    sets.push(await printedIds(service.url, (await send(filename, bytes)).body.session_id));
  }
  expect(sets).toEqual([own.printed, own.printed]);
});

it("refuses a PDF without text as empty", async () => {
  expect(await send("scan.pdf", makePdf([[]]))).toMatchObject({
    status: 422,
    body: { code: "document_empty" },
  });
});
