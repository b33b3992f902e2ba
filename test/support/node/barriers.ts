import type { Page } from "playwright-core";
import { findBarriers } from "./browser.ts";

const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
] as const;

/** What stands in the way on a page, in every colour and width; in the dark only colours differ. */
export async function barriersOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 844 });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    const barriers = await findBarriers(page, colorScheme === "dark" ? "colours" : "all");
    if (tooWide > 0) barriers.push(`${tooWide} pixels too wide`);
    found.push(...barriers.map((barrier) => `${colorScheme}, ${width}: ${barrier}`));
  }
  return found;
}
