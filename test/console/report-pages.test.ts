import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();
const EXAMPLE = new URL("../../examples/report.pdf", import.meta.url);

async function openExample(): Promise<Page> {
  const file = new File([readFileSync(EXAMPLE)], "report.pdf", { type: "application/pdf" });
  const { body } = await analyse(tests.service.url, { file });
  const [technique] = body.techniques;
  return await tests.open(`/sessions/${body.session_id}?technique=${technique?.attack_id}`);
}

/** How much of a canvas is not white. */
async function inkOf(page: Page): Promise<number> {
  return await page
    .locator("figure canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
      return Array.from(pixels ?? []).filter((value, at) => at % 4 === 0 && value < 128).length;
    });
}

it("shows the pages of a PDF with the evidence marked on them", async () => {
  const page = await openExample();
  await page.getByRole("button", { name: "Pages" }).click();
  await page.locator("figure canvas").first().waitFor();
  await expect.poll(() => inkOf(page)).toBeGreaterThan(500);
  const spot = page.locator("[data-spot]").first();
  await spot.waitFor();
  const [mark, pane] = [
    await spot.boundingBox(),
    await page.getByRole("region", { name: "Pages of the report" }).boundingBox(),
  ];
  expect(mark?.y).toBeGreaterThan(pane?.y ?? 0);
  expect(mark?.y).toBeLessThan((pane?.y ?? 0) + (pane?.height ?? 0));
  expect(await findBarriers(page)).toEqual([]);
});

it("says on which page a passage is printed", async () => {
  const page = await openExample();
  const place = page.getByRole("status").filter({ hasText: /page/iu });
  expect(await place.textContent()).toMatch(/^(?:Passage 1 of \d+, p|P)age 1$/u);
});

it("shows the date of publication that a report prints", async () => {
  const text =
    "A loader by mail\n\nPublished: June 14, 2023\n\nThe actors used PowerShell to download a loader.";
  const { body } = await analyse(tests.service.url, { text });
  const page = await tests.open(`/sessions/${body.session_id}`);
  const head = page.getByRole("main").locator("header");
  await expect.poll(() => head.textContent()).toContain("Published 2023-06-14");
});

it("remembers the view, and leads to headings in either", async () => {
  const page = await openExample();
  await page.getByRole("button", { name: "Outline" }).click();
  await page.getByRole("menuitem").last().click();
  await page.waitForFunction(() => (CSS.highlights.get("spot")?.size ?? 0) > 0);
  await page.getByRole("button", { name: "Pages" }).click();
  await page.locator("figure canvas").first().waitFor();
  await page.reload();
  await page.locator("figure canvas").first().waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  const text = page.getByRole("region", { name: "Text of the report" });
  await expect.poll(() => text.textContent()).toContain("parcel");
});

it("says so where the file cannot be drawn, and the text remains", async () => {
  const page = await openExample();
  await page.route("**/file", (route) => route.fulfill({ body: "%PDF-1.7 broken" }));
  await page.getByRole("button", { name: "Pages" }).click();
  await page.getByText("The text of the report is in the view").waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  const text = page.getByRole("region", { name: "Text of the report" });
  await expect.poll(() => text.textContent()).toContain("parcel");
});

it("hands the file out", async () => {
  const page = await openExample();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download file" }).click();
  expect((await download).suggestedFilename()).toBe("report.pdf");
});
