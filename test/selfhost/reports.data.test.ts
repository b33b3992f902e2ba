import { afterAll, beforeAll, expect, it } from "vitest";
import {
  checkReports,
  printedIds,
  type Report,
  sendReport,
} from "../support/node/check-reports.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readData, readDataJson } from "../support/node/real-data.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const EXPECTED = "reports/EXPECTED.json";
/** Pictures of pages alone. */
const SCAN = "reports/GroupIB_Big_Airline_Heist_APT41.pdf";

/** The reports with a text of their own, and what an independent script read in them. */
function listReports(): Report[] {
  type Entry = { anywhere?: string[]; not_active_in_enterprise_18_1?: Record<string, string> };
  const expected = readDataJson<Record<string, Entry>>(EXPECTED) ?? {};
  return Object.entries(expected).flatMap(([filename, entry]) => {
    const bytes = readData(`reports/${filename}`);
    const isText = /\.(pdf|docx|html|txt)$/.test(filename) && !SCAN.endsWith(filename);
    if (bytes === null || !isText) return [];
    const unknown = Object.keys(entry.not_active_in_enterprise_18_1 ?? {});
    return [{ filename, bytes, printed: entry.anywhere ?? [], unknown }];
  });
}

describeWithData("published reports", [EXPECTED, SCAN], () => {
  const folder = preparedFolder();
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(folder.path);
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });
  const send = async (filename: string) =>
    await sendReport(service.url, filename, readData(`reports/${filename}`) ?? Buffer.alloc(0));

  checkReports(listReports(), () => service.url);

  it("name the same ids as PDF and as DOCX", async () => {
    const sets = [];
    for (const filename of ["AA20-302A.pdf", "AA20-302A.docx"]) {
      sets.push(await printedIds(service.url, (await send(filename)).body.session_id));
    }
    expect(sets[0]).toEqual(sets[1]);
    expect(sets[0]?.length).toBeGreaterThan(0);
  });

  it("are refused as empty where they are pictures alone", async () => {
    expect(await send(SCAN.replace("reports/", ""))).toMatchObject({
      status: 422,
      body: { code: "document_empty" },
    });
  });
});
