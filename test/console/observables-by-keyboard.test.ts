import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { press } from "../support/node/keyboard.ts";
import { addObservable, listObservables } from "../support/node/observables.ts";

const tests = useConsole();
const NAMES = ["a", "b", "c", "d", "e"].map((letter) => `${letter}.keys-one.xyz`);

/** The values of the rows that are chosen, and of the one with the focus. */
async function stateOf(page: Page): Promise<{ chosen: string[]; at: string | null }> {
  return await page.evaluate(() => {
    const textOf = (row: Element | null | undefined) =>
      row?.querySelector("th bdi")?.textContent.slice(0, 1) ?? null;
    const rows = [...document.querySelectorAll("tbody tr")];
    return {
      chosen: rows
        .filter((row) => row.querySelector("input")?.checked)
        .flatMap((row) => textOf(row) ?? []),
      at: textOf(document.activeElement?.closest("tr")),
    };
  });
}

it("rows are chosen, decided on and opened by keyboard alone", async () => {
  const { url } = tests.service;
  // The last that is added stands first.
  for (const value of NAMES.toReversed()) await addObservable(url, { kind: "domain", value });
  const page = await tests.open("/");
  await page.addInitScript(() =>
    addEventListener("pointerdown", () => console.error("A mouse was used."), { capture: true }),
  );
  await page.goto(`${url}/observables?q=keys-one.xyz`);
  await expect.poll(() => page.locator("tbody tr").count()).toBe(5);
  await page.getByRole("button", { name: "Add an observable" }).waitFor();
  const order = await page.locator("tbody th bdi").allTextContents();
  const [first, second, third, fourth, fifth] = order.map((value) => value.slice(0, 1));
  const keys = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key);
  };
  await keys("j", "j", "x");
  expect(await stateOf(page)).toEqual({ chosen: [second], at: second });
  await keys("j", "j", "Shift+X");
  expect(await stateOf(page)).toEqual({ chosen: [second, third, fourth], at: fourth });
  await keys("Shift+J");
  expect(await stateOf(page)).toEqual({ chosen: [second, third, fourth, fifth], at: fifth });
  await keys("Escape", "k", "k", "k", "k", "k", "x");
  expect(await stateOf(page)).toEqual({ chosen: [first], at: first });
  await keys("t");
  await page.locator("#observables-tag:focus").waitFor();
  await page.keyboard.type("by key");
  await keys("Enter");
  await page.getByText("1 tagged.").waitFor();
  await press(page, page.getByRole("button", { name: "Clear selection" }));
  await keys("j", "e");
  await page.getByText("1 expired.").waitFor();
  // Without any chosen, what is done is done to the row.
  await keys("j", "r");
  await page.getByText("is being suppressed.").waitFor();
  await expect.poll(() => page.locator("tbody tr").count()).toBe(4);
  await expect.poll(async () => (await stateOf(page)).at).not.toBe(null);
  await keys("u");
  await expect.poll(() => page.locator("tbody tr").count()).toBe(5);
  await keys("d");
  await page.getByText("a.keys-one.xyz", { exact: true }).waitFor();
  await keys("?");
  await page.getByRole("dialog").getByText("Suppress", { exact: true }).waitFor();
  await keys("Escape", "/");
  await page.locator("#observable-search:focus").waitFor();
  await page.keyboard.type("xx");
  await page.getByText("No observable matches.").waitFor();
  await page.goBack();
  const all = await listObservables(url, "q=keys-one.xyz");
  expect(all).toHaveLength(5);
  expect(all.filter(({ tags }) => tags.includes("by key"))).toHaveLength(1);
  expect(all.filter(({ active }) => !active)).toHaveLength(1);
  await page.goto(`${url}/observables?q=keys-one.xyz`);
  await page.getByText("5 observables").waitFor();
  await page.getByRole("button", { name: "Add an observable" }).waitFor();
  await keys("n");
  await page.locator("[aria-label='Value, defanged or not']:focus").waitFor();
  await keys("Escape", "j", "j", "Enter");
  await page.waitForURL(/\/observables\/[\w-]+/u);
  await page.getByRole("button", { name: "Confirm" }).waitFor();
  await keys("a");
  await page.getByText("local confirmed it").waitFor();
});
