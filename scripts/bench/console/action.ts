import type { Page } from "playwright-core";
import { SECTIONS } from "../../../src/console/app/frame/pages.ts";

/** One thing that an analyst does; `round` says how often all of them were done before. */
export interface Action {
  name: string;
  run: (page: Page, round: number) => Promise<void>;
}

/** The one whose turn it is. */
export const turnOf = (all: readonly string[], round: number): string =>
  all[round % all.length] ?? "";
/** The first of what a selector finds. */
export const first = (page: Page, selector: string) => page.locator(selector).first();

/** Opens a page by the links on top of each page: its section, then the page itself. */
export async function followLinks(page: Page, name: string): Promise<void> {
  const section = SECTIONS.find(({ pages }) => pages.some((one) => one.name === name));
  if (section === undefined) throw new Error(`No section has the page ${name}.`);
  await page
    .getByRole("navigation", { name: "Sections" })
    // The intake has the number of waiting reports in its link.
    .getByRole("link", { name: new RegExp(`^${section.name}\\b`, "u") })
    .click();
  if (section.pages[0].name === name) return;
  await page
    .getByRole("navigation", { name: "Pages of the section" })
    .getByRole("link", { name, exact: true })
    .click();
}

/** Opens a page by its links and waits until it is shown. */
export const goTo = (name: string, shown: string): Action => ({
  name: `open ${name}`,
  run: async (page) => {
    await followLinks(page, name);
    await first(page, shown).waitFor();
  },
});

/** Presses a key and waits until it has shown. */
export const press = (key: string, shown: string): Action => ({
  name: `press ${key}`,
  run: async (page) => {
    await page.keyboard.press(key);
    await first(page, shown).waitFor();
  },
});

/** Clicks and waits for what that shows. */
export const click = (name: string, selector: string, shown: string): Action => ({
  name,
  run: async (page) => {
    await first(page, selector).click();
    await first(page, shown).waitFor();
  },
});
