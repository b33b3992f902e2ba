import type { Page } from "playwright-core";
import { findBarriers } from "./browser.ts";

export const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
] as const;

/** Shows a page that is open in other colors and another width. */
export async function showAs(
  page: Page,
  { colorScheme, width }: (typeof LOOKS)[number],
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 844 });
}

/** What stands in the way on a page, in every colour and width; in the dark only colours differ. */
export async function barriersOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const look of LOOKS) {
    const { colorScheme, width } = look;
    await showAs(page, look);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    const barriers = await findBarriers(page, colorScheme === "dark" ? "colours" : "all");
    if (colorScheme === "light") barriers.push(...(await page.evaluate(findBareNumbers)));
    if (tooWide > 0) barriers.push(`${tooWide} pixels too wide`);
    found.push(...barriers.map((barrier) => `${colorScheme}, ${width}: ${barrier}`));
  }
  return found;
}

/** Links that are named by a number alone: heard without what is around them, they say nothing. Runs in the page. */
function findBareNumbers(): string[] {
  return [...document.querySelectorAll("a")]
    .filter((link) => link.checkVisibility() && link.ariaLabel === null)
    .filter((link) => /^\s*[\d,.]+%?\s*$/u.test(link.textContent))
    .map((link) => `a link named by a number alone: ${link.outerHTML.slice(0, 120)}`);
}
