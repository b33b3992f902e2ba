import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const PHISHING = "The actor sent a phishing mail (T1566) and ran PowerShell (T1059.001).";
const LOADER = "The actor ran PowerShell (T1059.001) and created a scheduled task (T1053.005).";

async function analyseText(name: string, text: string): Promise<string> {
  // Only the ids that the text prints.
  const { body } = await analyse(tests.service.url, { name, text, min_confidence: "0.9" });
  return body.session_id;
}

it("sessions are found, renamed, and deleted with a way back", async () => {
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
  await expect.poll(isGone).toBe(true);
});

it("two sessions are compared side by side", async () => {
  const ids = [await analyseText("The first", PHISHING), await analyseText("The second", LOADER)];
  await fetch(`${tests.service.url}/api/analyze/sessions/${ids[1]}/techniques/T1059.001`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ review_status: "accepted" }),
  });
  const page = await tests.open("/sessions");
  await page.getByRole("checkbox", { name: "Choose The first" }).check();
  await page.getByRole("checkbox", { name: "Choose The second" }).check();
  await page.getByRole("link", { name: "Compare 2 reports" }).click();
  const cells = async (id: string) =>
    await page.getByRole("row", { name: id }).getByRole("cell").allTextContents();
  await page.getByText("3 techniques, 1 in both reports").waitFor();
  expect(new URL(page.url()).searchParams.get("compare")).toBe(ids.join(","));
  const [phishing, task, shell] = [
    await cells("T1566"),
    await cells("T1053.005"),
    await cells("T1059.001"),
  ];
  expect(phishing).toEqual([expect.stringMatching(/^\d+ %$/u), "–"]);
  expect(task).toEqual(["–", expect.stringMatching(/^\d+ %$/u)]);
  expect(shell).toEqual([expect.stringMatching(/^\d+ %$/u), expect.stringMatching(/, accepted$/u)]);
  const both = page.getByRole("row", { name: /T1059\.001/u });
  await page.getByRole("checkbox", { name: "Only differences" }).check();
  await both.waitFor({ state: "detached" });
  expect(await page.getByRole("row", { name: /T1566|T1053/u }).count()).toBe(2);
  expect(await findBarriers(page)).toEqual([]);
  await page
    .getByRole("row", { name: /T1053\.005/u })
    .getByRole("link", { name: /%/u })
    .click();
  await page.waitForURL(`**/sessions/${ids[1]}?technique=T1053.005`);
});
