import type { Page } from "playwright-core";
import { PAGES } from "../../../src/console/app/frame/pages.ts";
import { type Action, first, followLinks, goTo, press, turnOf } from "./action.ts";
import { actorActions, compareActions, GROUPS, matrixActions } from "./page-actions.ts";

const ROW = "main button[id^=technique-]";

/** Actions of a round: all pages, reviews, the palette, overlays, comparisons and the theme. */
export function listActions(): Action[] {
  return [
    ...reviewActions(),
    ...paletteActions(),
    ...matrixActions(),
    ...actorActions(),
    ...compareActions(),
    ...themeActions(),
    ...visitActions(),
    goTo("Home", "main h2"),
    { name: "go back", run: async (page) => void (await page.goBack()) },
  ];
}

/** Returns each page once, so that a page that leaks what it showed is found. */
function visitActions(): Action[] {
  return PAGES.map(({ name, to }) => ({
    name: `visit ${name}`,
    run: async (page) => {
      await followLinks(page, name);
      await page.waitForURL(({ pathname }) => pathname === to);
      await first(page, "main h1").waitFor();
    },
  }));
}

function reviewActions(): Action[] {
  const openSession = async (page: Page, round: number) => {
    const links = page.locator("main tbody td a");
    await links.nth(round % (await links.count())).click();
    await first(page, ROW).waitFor();
  };
  const chosen = `${ROW}[aria-current=true]`;
  const step = press("j", chosen);
  // The next technique is chosen after a verdict, so the row is remembered before.
  const decide = (key: string, review: string): Action => ({
    name: `press ${key}`,
    run: async (page) => {
      const id = await first(page, chosen).getAttribute("id");
      await page.keyboard.press(key);
      await first(page, `[id="${id}"][data-review=${review}]`).waitFor();
    },
  });
  const undo: Action = {
    name: "press u",
    run: async (page) => {
      const undecided = page.locator(`${ROW}[data-review=suggested]`);
      const before = await undecided.count();
      await page.keyboard.press("u");
      await undecided.nth(before).waitFor();
    },
  };
  const tab = (name: string): Action => ({
    name: `tab ${name}`,
    run: async (page) => {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tabpanel", { name }).waitFor();
    },
  });
  return [
    goTo("Reports", "main tbody a"),
    { name: "open a session", run: openSession },
    step,
    decide("a", "accepted"),
    decide("r", "rejected"),
    decide("e", "needs_evidence"),
    undo,
    ...["Summary", "Groups", "Entities", "Excluded", "Second opinion", "History", "Techniques"].map(
      tab,
    ),
  ];
}

function paletteActions(): Action[] {
  const field = '[role="dialog"] input[role="combobox"]';
  return [
    press("Control+k", field),
    {
      name: "open a group from the palette",
      run: async (page, round) => {
        const name = turnOf(GROUPS, round);
        await page.locator(field).fill(name);
        await page.getByRole("option", { name }).first().waitFor();
        await page.keyboard.press("Enter");
        await first(page, "main h1").waitFor();
      },
    },
    press("?", '[role="dialog"]'),
    {
      name: "close the help",
      run: async (page) => {
        await page.keyboard.press("Escape");
        await page.locator('[role="dialog"]').waitFor({ state: "detached" });
      },
    },
  ];
}

function themeActions(): Action[] {
  return ["Dark", "Light", "As the system"].map((name) => ({
    name: `theme ${name}`,
    run: async (page) => await page.getByRole("radio", { name }).check({ force: true }),
  }));
}
