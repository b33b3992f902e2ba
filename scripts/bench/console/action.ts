import type { Page } from "playwright-core";
import { SECTIONS } from "../../../src/console/app/frame/pages.ts";

/** One action of an analyst. `round` is the number of completed rounds. */
export interface Action {
  name: string;
  run: (page: Page, round: number) => Promise<void>;
}

/** Returns the item for a round. */
export const turnOf = (all: readonly string[], round: number): string =>
  all[round % all.length] ?? "";
/** Returns the first match of a selector. */
export const first = (page: Page, selector: string) => page.locator(selector).first();

/** Opens a page through the links at the top of each page: its section, then the page itself. */
export async function followLinks(page: Page, name: string): Promise<void> {
  const section = SECTIONS.find(({ pages }) => pages.some((one) => one.name === name));
  if (section === undefined) throw new Error(`No section has the page ${name}.`);
  await page
    .getByRole("navigation", { name: "Sections" })
    // The link of the intake contains the number of waiting reports.
    .getByRole("link", { name: new RegExp(`^${section.name}\\b`, "u") })
    .click();
  if (section.pages[0].name === name) return;
  await page
    .getByRole("navigation", { name: "Pages of the section" })
    .getByRole("link", { name, exact: true })
    .click();
}

/** Opens a page through its links and waits until it is shown. */
export const goTo = (name: string, shown: string): Action => ({
  name: `open ${name}`,
  run: async (page) => {
    await followLinks(page, name);
    await first(page, shown).waitFor();
  },
});

/** Presses a key and waits for its result. */
export const press = (key: string, shown: string): Action => ({
  name: `press ${key}`,
  run: async (page) => {
    await page.keyboard.press(key);
    await first(page, shown).waitFor();
  },
});

/** Clicks and waits for its result. */
export const click = (name: string, selector: string, shown: string): Action => ({
  name,
  run: async (page) => {
    await first(page, selector).click();
    await first(page, shown).waitFor();
  },
});
