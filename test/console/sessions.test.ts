import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const PHISHING = "The actor sent a phishing mail (T1566) and ran PowerShell (T1059.001).";
const LOADER = "The actor ran PowerShell (T1059.001) and created a scheduled task (T1053.005).";

async function analyseText(name: string, text: string): Promise<string> {
  const { body } = await analyse(tests.service.url, { name, text });
  return body.session_id;
}

it("sessions are found, renamed, and deleted with a way back", { timeout: 60_000 }, async () => {
  const id = await analyseText("Phishing at a bank", PHISHING);
  await analyseText("A loader", LOADER);
  const page = await tests.open("/sessions");
  const bank = page.getByRole("link", { name: "Phishing at a bank" });
  await bank.waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("loader");
  await bank.waitFor({ state: "detached" });
  await page.goBack();
  await page.goto(`${tests.service.url}/sessions?technique=T1566`);
  await bank.waitFor();
  expect(await page.getByRole("link", { name: "A loader" }).count()).toBe(0);
  await page.getByRole("button", { name: "Rename Phishing at a bank" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Phishing at two banks");
  await page.keyboard.press("Enter");
  const renamed = page.getByRole("link", { name: "Phishing at two banks" });
  await renamed.waitFor();
  const remove = page.getByRole("button", { name: "Delete Phishing at two banks" });
  await remove.click();
  await renamed.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await renamed.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await remove.click();
  const isGone = async () => (await fetch(`${tests.service.url}/api/analyze/${id}`)).status === 404;
  await expect.poll(isGone, { timeout: 20_000 }).toBe(true);
});

it("two sessions are compared side by side", { timeout: 60_000 }, async () => {
  const ids = [await analyseText("The first", PHISHING), await analyseText("The second", LOADER)];
  const page = await tests.open(`/sessions?compare=${ids.join(",")}`);
  const row = page.getByRole("row", { name: /T1059\.001/u });
  await row.waitFor();
  expect(await row.getByRole("link").count()).toBe(2);
  await page.getByRole("checkbox", { name: "Only what differs" }).check();
  await row.waitFor({ state: "detached" });
  expect(await page.getByRole("row", { name: /T1566/u }).getByRole("link").count()).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
});
