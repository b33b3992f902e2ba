import { beforeAll, expect, it } from "vitest";
import { line, makePdf } from "../../support/documents/make-pdf.ts";
import { form, ingestAsShipped, request, requestJson } from "../../support/service.ts";

const TEXT = "They used PowerShell (T1059.001).";
const NAME = 'Отчёт 报告 "1".txt';

beforeAll(ingestAsShipped);

async function analysed(fields: Record<string, string | File>): Promise<string> {
  const sent = form(fields);
  const { body } = await requestJson<{ session_id: string }>("/api/analyze", sent);
  return body.session_id;
}

it("returns the file of a report as it was sent, never as a page", async () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(TEXT)]);
  const id = await analysed({ file: new File([bytes], NAME, { type: "text/html" }) });
  const response = await request(`/api/analyze/${id}/file`);
  expect(response.status).toBe(200);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  expect(response.headers.get("content-type")).toBe("text/plain");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const disposition = response.headers.get("content-disposition") ?? "";
  expect(disposition).toMatch(/^attachment;/u);
  expect(decodeURIComponent(disposition)).toContain(NAME);
});

it("returns a PDF under the same policy as any file from outside", async () => {
  const bytes = new Uint8Array(makePdf([line(TEXT)]));
  const id = await analysed({ file: new File([bytes], "report.pdf") });
  const response = await request(`/api/analyze/${id}/file`);
  await response.arrayBuffer();
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
});

it("says that a report that was typed has none", async () => {
  const id = await analysed({ text: TEXT });
  const { status, body } = await requestJson<{ detail: string }>(`/api/analyze/${id}/file`);
  expect(status).toBe(404);
  expect(body.detail).toContain("/text");
  expect((await request(`/api/analyze/${crypto.randomUUID()}/file`)).status).toBe(404);
});
