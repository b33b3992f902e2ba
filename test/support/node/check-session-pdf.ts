import { expect } from "vitest";
import { allText, findFaults, withoutSpaces } from "./layout-faults.ts";
import { readPages } from "./read-pages.ts";
import { analyse } from "./service.ts";

/** Analyses a report and expects that the PDF of the session shows every technique with its evidence. */
export async function checkSessionPdf(url: string, filename: string, bytes: Buffer): Promise<void> {
  const { body } = await analyse(url, { file: new File([new Uint8Array(bytes)], filename) });
  const response = await fetch(`${url}/api/export/analysis/${body.session_id}`);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  const read = await readPages(new Uint8Array(await response.arrayBuffer()));
  expect(findFaults(read)).toEqual([]);
  const text = withoutSpaces(allText(read));
  for (const { attack_id: id, evidence } of body.techniques) {
    expect(text).toContain(id);
    expect(text).toContain(withoutSpaces(evidence).slice(0, 20));
  }
}
