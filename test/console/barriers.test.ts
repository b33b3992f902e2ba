import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
] as const;

const REPORT =
  "The actor sent a spearphishing attachment (T1566.001), ran PowerShell (T1059.001), dumped LSASS memory and used valid accounts (T1078).";

/** What stands in the way on a page, in every colour and width. */
async function barriersOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 844 });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    const barriers = await findBarriers(page);
    if (tooWide > 0) barriers.push(`${tooWide} pixels too wide`);
    found.push(...barriers.map((barrier) => `${colorScheme}, ${width}: ${barrier}`));
  }
  return found;
}

it.each([
  "/",
  "/sessions",
  "/groups",
  "/groups/G0016",
  "/groups/G0016?with=G0007",
  "/campaigns",
  "/campaigns/C0024",
  "/compare?set=T1059.001,T1566.001,T9999",
])("nothing stands in the way on %s, light and dark, wide and narrow", async (path) => {
  const page = await tests.open(path);
  await page.waitForLoadState("networkidle");
  expect(await barriersOf(page)).toEqual([]);
});

it("nor on the page of a session, with a technique chosen", async () => {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "A report" });
  const page = await tests.open(`/sessions/${body.session_id}?technique=T1566.001`);
  await page.waitForLoadState("networkidle");
  expect(await barriersOf(page)).toEqual([]);
});

it("nor in the palette", async () => {
  const page = await tests.open("/groups");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Page, session/ }).fill("apt2");
  await page.getByRole("option", { name: /APT29/ }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});
