import type { Page } from "playwright-core";

/** One thing that an analyst does; `round` says how often all of them were done before. */
export interface Action {
  name: string;
  run: (page: Page, round: number) => Promise<void>;
}

const GROUPS = ["APT29", "APT28", "Lazarus Group", "FIN7", "Turla"];
const IDS = ["T1059", "T1566", "T1078", "T1105", "T1027"];
const ROW = "main button[id^=technique-]";

const of = <T>(all: readonly T[], round: number): T => all[round % all.length] as T;
const first = (page: Page, selector: string) => page.locator(selector).first();

/** Opens a page by its link on top and waits until it is shown. */
const goTo = (name: string, shown: string): Action => ({
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
const press = (key: string, shown: string): Action => ({
  name: `press ${key}`,
  run: async (page) => {
    await page.keyboard.press(key);
    await first(page, shown).waitFor();
  },
});

const click = (name: string, selector: string, shown: string): Action => ({
  name,
  run: async (page) => {
    await first(page, selector).click();
    await first(page, shown).waitFor();
  },
});

/** What stands for an hour: all pages, reviews, the palette, overlays, comparisons and the theme. */
export function listActions(): Action[] {
  return [
    ...reviewActions(),
    ...paletteActions(),
    ...matrixActions(),
    ...actorActions(),
    ...compareActions(),
    ...themeActions(),
    goTo("Analyse", "main form textarea"),
    { name: "go back", run: async (page) => void (await page.goBack()) },
  ];
}

function reviewActions(): Action[] {
  const openSession = async (page: Page, round: number) => {
    const links = page.locator("main tbody td a");
    await links.nth(round % (await links.count())).click();
    await first(page, ROW).waitFor();
  };
  const chosen = `${ROW}[aria-current=true]`;
  const step = press("j", chosen);
  const tab = (name: string): Action => ({
    name: `tab ${name}`,
    run: async (page) => {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tabpanel", { name }).waitFor();
    },
  });
  return [
    goTo("Sessions", "main tbody a"),
    { name: "open a session", run: openSession },
    step,
    press("a", `${chosen}[data-review=accepted]`),
    step,
    press("r", `${chosen}[data-review=rejected]`),
    step,
    press("e", `${chosen}[data-review=needs_evidence]`),
    press("u", `${chosen}[data-review=suggested]`),
    ...["Summary", "Groups", "Entities", "Left out", "Second opinion", "History", "Techniques"].map(
      tab,
    ),
  ];
}

function paletteActions(): Action[] {
  const field = '[role="dialog"] input[role="combobox"]';
  return [
    press("Control+k", field),
    {
      name: "go to a group by the palette",
      run: async (page, round) => {
        const name = of(GROUPS, round);
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

function matrixActions(): Action[] {
  const all = "main header label:nth-of-type(1) input[type=checkbox]";
  const chip = '[aria-label="Overlays"] button';
  const choose = async (page: Page, round: number) => {
    const cell = first(page, `[data-technique="${of(IDS, round)}"]`);
    await cell.click();
    await page.locator("#matrix-pane h2").waitFor();
  };
  const overlay = async (page: Page, round: number) => {
    const name = of(GROUPS, round);
    await page.getByRole("combobox", { name: "Add an overlay" }).fill(name);
    await page.getByRole("option", { name }).first().click();
    await page.locator(chip).first().waitFor();
  };
  return [
    goTo("Matrix", "[data-technique]"),
    { name: "choose a cell", run: choose },
    { name: "choose another", run: (page, round) => choose(page, round + 1) },
    press("Escape", "[data-technique]"),
    click("open all", all, '[data-technique="T1059.001"]'),
    { name: "lay a group over", run: overlay },
    { name: "lay another over", run: (page, round) => overlay(page, round + 1) },
    click("take one off", chip, "[data-technique]"),
    click("fold one", '[data-fold="T1059"]', '[data-fold="T1059"][aria-expanded=false]'),
    {
      name: "search",
      run: async (page) => {
        await page.getByRole("searchbox").fill("powershell");
        await page.locator('[data-technique="T1566"]').first().waitFor({ state: "detached" });
      },
    },
  ];
}

function actorActions(): Action[] {
  const openOne = async (page: Page, round: number) => {
    const links = page.locator("main tbody th a");
    await links.nth(round % 5).click();
    await first(page, "main aside li [data-heat]").waitFor();
  };
  return [
    goTo("Groups", "main tbody a"),
    {
      name: "search groups",
      run: async (page, round) => {
        await page.getByRole("searchbox").fill(of(["bear", "panda", "kitten"], round));
        await page.getByText(/^\d+ of \d+/).waitFor();
      },
    },
    {
      name: "search no more",
      run: async (page) => {
        await page.getByRole("searchbox").fill("");
        await page.getByText(/^\d+ of \d+/).waitFor({ state: "detached" });
      },
    },
    { name: "open a group", run: openOne },
    {
      name: "lay another beside it",
      run: async (page, round) => {
        await page.getByLabel("Beside").selectOption({ index: 20 + (round % 5) });
        await first(page, "main thead th").waitFor();
      },
    },
    goTo("Campaigns", "main tbody a"),
    { name: "open a campaign", run: openOne },
  ];
}

function compareActions(): Action[] {
  const choose = async (page: Page, at: number) => {
    await page.locator("main tbody input[type=checkbox]").nth(at).check();
  };
  const mode = (name: string): Action => ({
    name: `compare by ${name}`,
    run: async (page) => {
      await page.locator("main fieldset label", { hasText: name }).first().click();
      await first(page, "main ol li").waitFor();
    },
  });
  return [
    goTo("Compare", "main textarea"),
    {
      name: "type a set",
      run: async (page, round) => {
        await page.locator("main textarea").fill(`T1059.001, T1486, ${of(IDS, round)}`);
        await first(page, "main ol li").waitFor();
      },
    },
    mode("Campaigns"),
    mode("Groups"),
    goTo("Sessions", "main tbody a"),
    { name: "choose a session", run: (page) => choose(page, 0) },
    { name: "choose another session", run: (page) => choose(page, 1) },
    {
      name: "compare two sessions",
      run: async (page) => {
        await page.getByRole("link", { name: "Compare 2 sessions" }).click();
        await first(page, "main tbody th[scope=row]").waitFor();
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
