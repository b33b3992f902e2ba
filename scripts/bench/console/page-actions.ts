import type { Page } from "playwright-core";
import { type Action, click, first, goTo, press, turnOf } from "./action.ts";

/** Names of groups, used in turn. */
export const GROUPS = ["APT29", "APT28", "Lazarus Group", "FIN7", "Turla"];
const IDS = ["T1059", "T1566", "T1078", "T1105", "T1027"];

/** Returns the actions on the matrix: its pane, overlays, folding and search. */
export function matrixActions(): Action[] {
  const chip = '[aria-label="Overlays"] button';
  const choose = async (page: Page, round: number) => {
    const cell = first(page, `[data-technique="${turnOf(IDS, round)}"]`);
    await cell.click();
    await page.locator("#matrix-pane h2").waitFor();
  };
  const overlay = async (page: Page, round: number) => {
    const name = turnOf(GROUPS, round);
    await page.getByRole("combobox", { name: "Add an overlay" }).fill(name);
    await page.getByRole("option", { name }).first().click();
    await page.locator(chip).first().waitFor();
  };
  return [
    goTo("Matrix", "[data-technique]"),
    { name: "select a cell", run: choose },
    { name: "select another cell", run: (page, round) => choose(page, round + 1) },
    press("Escape", "[data-technique]"),
    {
      name: "show sub-techniques",
      run: async (page) => {
        await page.getByRole("checkbox", { name: "Sub-techniques" }).check();
        await page.locator('[data-technique="T1059.001"]').waitFor();
      },
    },
    { name: "add an overlay", run: overlay },
    { name: "add a second overlay", run: (page, round) => overlay(page, round + 1) },
    click("remove an overlay", chip, "[data-technique]"),
    click(
      "collapse a technique",
      '[data-fold="T1059"]',
      '[data-fold="T1059"][aria-expanded=false]',
    ),
    {
      name: "search",
      run: async (page) => {
        await page.getByRole("searchbox").fill("powershell");
        await page.locator('[data-technique="T1566"]').first().waitFor({ state: "detached" });
      },
    },
  ];
}

/** Returns the actions on groups and campaigns: lists, details, two side by side. */
export function actorActions(): Action[] {
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
        await page.getByRole("searchbox").fill(turnOf(["bear", "panda", "kitten"], round));
        await page.getByText(/^\d+ of \d+/).waitFor();
      },
    },
    {
      name: "clear the search",
      run: async (page) => {
        await page.getByRole("searchbox").fill("");
        await page.getByText(/^\d+ of \d+/).waitFor({ state: "detached" });
      },
    },
    { name: "open a group", run: openOne },
    {
      name: "compare with another group",
      run: async (page, round) => {
        await page.getByLabel("Compare with").selectOption({ index: 20 + (round % 5) });
        await first(page, "main thead th").waitFor();
      },
    },
    goTo("Campaigns", "main tbody a"),
    { name: "open a campaign", run: openOne },
  ];
}

/** Returns the actions that compare a set with all groups and campaigns, and two sessions. */
export function compareActions(): Action[] {
  // By state instead of position: a report that arrives meanwhile moves the rows.
  const choose = async (page: Page, chosen: number) => {
    await page.locator("main tbody input[type=checkbox]:not(:checked)").first().click();
    await page.locator("main tbody input[type=checkbox]:checked").nth(chosen).waitFor();
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
        await page.locator("main textarea").fill(`T1059.001, T1486, ${turnOf(IDS, round)}`);
        await first(page, "main ol li").waitFor();
      },
    },
    mode("Campaigns"),
    mode("Groups"),
    goTo("Reports", "main tbody a"),
    { name: "select a report", run: (page) => choose(page, 0) },
    { name: "select another report", run: (page) => choose(page, 1) },
    {
      name: "compare two reports",
      run: async (page) => {
        await page.getByRole("link", { name: "Compare 2 reports" }).click();
        await first(page, "main tbody th[scope=row]").waitFor();
      },
    },
  ];
}
