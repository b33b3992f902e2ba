import type { Page } from "playwright-core";

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

/** Opens a page by its link on top and waits until it is shown. */
export const goTo = (name: string, shown: string): Action => ({
  name: `open ${name}`,
  run: async (page) => {
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name, exact: true })
      .click();
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
