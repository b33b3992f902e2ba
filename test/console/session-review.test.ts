import { join } from "node:path";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import {
  goNext,
  goOn,
  historyOf,
  techniquesOf,
  untilFocused,
  untilListed,
  untilTechnique,
} from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const PASSAGE = "downloaded a loader";
const REPORT = [
  "The group sent spearphishing mails with a malicious attachment to two banks (T1566.001).",
  `The macro started PowerShell (T1059.001), which ${PASSAGE} from a server (T1105).`,
  "A scheduled task (T1053.005) ran the loader at every logon.",
  "They dumped the memory of LSASS (T1003.001) to obtain credentials.",
].join("\n");
const SAMPLE = join(import.meta.dirname, "..", "..", "examples", "report.pdf");
const expected = /Failed to load resource/u;

async function openSession(query = "", look = {}): Promise<{ id: string; page: Page }> {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "Two banks" });
  const page = await tests.open(`/sessions/${body.session_id}${query}`, { expected, ...look });
  await untilListed(page);
  return { id: body.session_id, page };
}

async function openSample(): Promise<{ id: string; page: Page }> {
  const file = new File([readFileSync(SAMPLE)], "report.pdf", { type: "application/pdf" });
  const { body } = await analyse(tests.service.url, { file });
  const page = await tests.open(`/sessions/${body.session_id}`, { expected });
  await untilListed(page);
  return { id: body.session_id, page };
}

const statusesOf = async (id: string) =>
  (await techniquesOf(tests.service.url, id)).map((one) => one.review_status);
const chip = (page: Page, name: string) =>
  page.getByRole("group", { name: "Filter" }).getByRole("button", { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.locator("[id^=technique-T]");
const action = (page: Page, name: string | RegExp) =>
  page.getByRole("group", { name: "Review" }).getByRole("button", { name });

/** Selects words of the report as a mouse would. */
async function select(page: Page, words: string): Promise<void> {
  await page.evaluate((wanted) => {
    const text = document.getElementById("report-text");
    const walker = document.createTreeWalker(text ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at !== -1) {
        document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
        return;
      }
    }
  }, words);
}

it("verdicts go on until all is reviewed, and are undone one by one", async () => {
  const { id, page } = await openSession();
  const first = await goNext(page);
  const second = await goOn(page, "a");
  await untilFocused(page, second);
  await page.getByText("1 of 5 reviewed").waitFor();
  const third = await goOn(page, "r");
  await action(page, "Accept").click();
  await untilTechnique(tests.service.url, id, { attack_id: third, review_status: "accepted" });
  await expect.poll(() => page.url()).not.toContain(third);
  // Shift with the key of a verdict goes back to what it was given to.
  await page.keyboard.press("Shift+A");
  await untilFocused(page, third);
  await page.keyboard.press("u");
  await untilFocused(page, second);
  await page.keyboard.press("u");
  await untilFocused(page, first);
  await expect.poll(async () => new Set(await statusesOf(id))).toEqual(new Set(["suggested"]));
  for (let left = 5; left > 0; left -= 1) await page.keyboard.press("a");
  await page.getByText("5 of 5 reviewed").waitFor();
  await expect.poll(async () => new Set(await statusesOf(id))).toEqual(new Set(["accepted"]));
});

it("filters are in the address, with their counts, and leave a verdict its way", async () => {
  const { id, page } = await openSession("?filter=unreviewed");
  await expect.poll(() => chip(page, "Unreviewed").getAttribute("aria-pressed")).toBe("true");
  expect(await chip(page, "All").textContent()).toBe("All 5");
  await goNext(page);
  const second = await goOn(page, "a");
  await untilFocused(page, second);
  await expect.poll(() => rows(page).count()).toBe(4);
  expect(await chip(page, "Unreviewed").textContent()).toBe("Unreviewed 4");
  for (let left = 4; left > 0; left -= 1) await page.keyboard.press("r");
  await page.getByText("Every technique is reviewed.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("technique-list");
  await chip(page, "Same sentence").click();
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(new URL(page.url()).searchParams.get("filter")).toBe("same");
  const shared = page.getByText("Same sentence as 1 other technique");
  expect(await shared.count()).toBe(2);
  await rows(page).first().click();
  await page.getByText("The same sentence is evidence of").waitFor();
  await chip(page, "All").click();
  await page.getByRole("searchbox", { name: "Search techniques" }).fill("lsass");
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("lsass");
  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(await statusesOf(id)).toHaveLength(5);
});

it("several are decided on in one change, and undone as one", { timeout: 60_000 }, async () => {
  const { id, page } = await openSession();
  await goNext(page);
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("3 selected").waitFor();
  await page.keyboard.press("r");
  await page.getByText("3 of 5 reviewed").waitFor();
  await expect
    .poll(async () => (await statusesOf(id)).filter((one) => one === "rejected").length)
    .toBe(3);
  expect(await historyOf(tests.service.url, id)).toHaveLength(3);
  await page.keyboard.press("u");
  await page.getByText("0 of 5 reviewed").waitFor();
  await expect.poll(async () => new Set(await statusesOf(id))).toEqual(new Set(["suggested"]));
  // With the mouse: a box, then another with Shift, which takes all between.
  const boxes = page.getByRole("checkbox", { name: /^Select T/u });
  await boxes.first().click();
  await boxes.last().click({ modifiers: ["Shift"] });
  await page.getByText("5 selected").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await action(page, "Accept").click();
  await page.getByText("5 of 5 reviewed").waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("Accepted: 5 techniques").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo all" }).click();
  await page.getByText("Undone: review cleared: 5 techniques").waitFor();
  expect(new Set(await statusesOf(id))).toEqual(new Set(["suggested"]));
});

it("the rest is accepted from a confidence on", async () => {
  const { id, page } = await openSession();
  const confidences = (await techniquesOf(tests.service.url, id)).map((one) => one.confidence);
  await page.getByRole("button", { name: "Accept the rest…" }).click();
  const field = page.getByRole("spinbutton", { name: /^Unreviewed techniques at/u });
  const atLeast = (percent: number) =>
    confidences.filter((one) => Math.round(one * 100) >= percent).length;
  await page.getByRole("button", { name: `Accept ${atLeast(90)}`, exact: true }).waitFor();
  await field.fill("96");
  await page.getByRole("button", { name: `Accept ${atLeast(96)}`, exact: true }).waitFor();
  await field.fill("100");
  expect(await page.getByRole("button", { name: "Accept 0" }).isDisabled()).toBe(true);
  await field.fill("50");
  expect(await findBarriers(page)).toEqual([]);
  await field.press("Enter");
  await page.getByText("5 of 5 reviewed").waitFor();
  await expect.poll(async () => new Set(await statusesOf(id))).toEqual(new Set(["accepted"]));
});

it("what others decided meanwhile is not overruled by a change of several", async () => {
  const { id, page } = await openSession();
  const attackId = await goNext(page);
  const path = `/api/analyze/sessions/${id}/techniques/${attackId}`;
  await page.route(`**/api/analyze/${id}?*`, () => undefined);
  const body = JSON.stringify({ review_status: "rejected" });
  await fetch(`${tests.service.url}${path}`, { method: "PATCH", body });
  await page.getByRole("button", { name: "Accept the rest…" }).click();
  const field = page.getByRole("spinbutton", { name: /^Unreviewed techniques at/u });
  await field.fill("0");
  await field.press("Enter");
  const notice = page.getByRole("alert");
  await notice.getByText(`changed ${attackId}`).waitFor();
  await expect
    .poll(async () => (await statusesOf(id)).toSorted())
    .toEqual([...Array<string>(4).fill("accepted"), "rejected"]);
  await notice.getByRole("button", { name: "Apply mine" }).click();
  await notice.waitFor({ state: "detached" });
  await expect.poll(async () => new Set(await statusesOf(id))).toEqual(new Set(["accepted"]));
});

it("a selected passage becomes the evidence of a technique", { timeout: 60_000 }, async () => {
  const { id, page } = await openSession();
  const { url } = tests.service;
  const attackId = await goNext(page);
  await select(page, PASSAGE);
  const bar = page.getByRole("group", { name: "Selected passage" });
  await bar.getByText(`“${PASSAGE}”`).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await bar.getByRole("button", { name: "Add passage" }).click();
  await untilFocused(page, attackId);
  const passages = async () =>
    (await techniquesOf(url, id)).find((one) => one.attack_id === attackId)?.passages ?? [];
  await expect.poll(async () => (await passages()).map(({ text }) => text)).toContain(PASSAGE);
  expect(await passages()).toHaveLength(2);
  await page.getByText("Passage 1 of 2").waitFor();
  await page.keyboard.press("]");
  await page.getByRole("button", { name: "Remove this passage" }).click();
  await expect.poll(async () => (await passages()).length).toBe(1);
  // What needs evidence is accepted with the passage that is given.
  await page.keyboard.press("e");
  await bar.getByText(`Select the passage that shows ${attackId}`).waitFor();
  await select(page, PASSAGE);
  await bar.getByRole("button", { name: `Use as evidence of ${attackId} and accept` }).waitFor();
  await page.keyboard.press("v");
  await untilTechnique(url, id, {
    attack_id: attackId,
    evidence: PASSAGE,
    review_status: "accepted",
  });
  await untilFocused(page, attackId);
  await bar.waitFor({ state: "detached" });
  await page.keyboard.press("u");
  await expect.poll(async () => (await passages())[0]?.text).not.toBe(PASSAGE);
});

it("tactic and confidence are changed, and the history says so in words", async () => {
  const { id, page } = await openSession("?technique=T1053.005");
  const { url } = tests.service;
  await page.getByLabel("Tactic").selectOption({ label: "Persistence" });
  await untilTechnique(url, id, { attack_id: "T1053.005", tactic: "persistence" });
  const confidence = page.getByRole("spinbutton", { name: /^Confidence/u });
  await confidence.fill("35");
  await confidence.press("Enter");
  await untilTechnique(url, id, { attack_id: "T1053.005", confidence: 0.35 });
  await chip(page, "Low confidence").getByText("1").waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("Tactic changed from execution to persistence").waitFor();
  const changed = page.getByText(/Confidence changed from \d+ % to 35 %/u);
  await expect.poll(() => changed.count()).toBe(1);
});

it("a runner-up is added next to a technique, or replaces it", async () => {
  const { url } = tests.service;
  const { id, page } = await openSample();
  await page.locator('[id="technique-T1003.001"]').click();
  const runnerUp = page.getByRole("button", { name: /^T1114\.002 Remote Email Collection/u });
  await runnerUp.click();
  await page.getByRole("button", { name: "Add as well" }).click();
  await untilTechnique(url, id, { attack_id: "T1114.002", origin: "analyst" });
  await untilFocused(page, "T1114.002");
  await page.keyboard.press("u");
  await page.locator('[id="technique-T1114.002"]').waitFor({ state: "detached" });
  await page.locator('[id="technique-T1003.001"]').click();
  await runnerUp.click();
  await page.getByRole("button", { name: "Replace T1003.001" }).click();
  await untilTechnique(url, id, { attack_id: "T1114.002", found_as: "T1003.001" });
  await untilFocused(page, "T1114.002");
  expect(await page.locator('[id="technique-T1003.001"]').count()).toBe(0);
});

it("the picker shows parents and tactics, and ranks what starts with the words", async () => {
  const { id, page } = await openSession();
  await goNext(page);
  await page.keyboard.press("t");
  const field = page.locator("input[role=combobox]:focus");
  await field.fill("dns");
  const options = page.getByRole("listbox").getByRole("option");
  await options.filter({ hasText: "T1071.004" }).waitFor();
  const shown = await options.filter({ hasText: /T\d+\.\d+ DNS(?! )/u }).allTextContents();
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.find((text) => text.startsWith("T1071.004"))).toContain(
    "Application Layer Protocol",
  );
  await field.fill("T1071");
  await expect.poll(() => options.first().textContent()).toContain("T1071 Application Layer");
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await historyOf(tests.service.url, id)).toEqual([]);
});

it("the sample is reviewed by keyboard alone, with its phishing shown by a sentence", async () => {
  const { id: sessionId, page } = await openSample();
  const found = await techniquesOf(tests.service.url, sessionId);
  const phishing = found.find(({ attack_id: id }) => id === "T1566.001");
  expect(phishing?.evidence).toMatch(/^In March 2026 a spearphishing attachment/u);
  await page.addInitScript(() =>
    addEventListener("pointerdown", () => console.error("A mouse was used."), { capture: true }),
  );
  await goNext(page);
  for (const key of ["a", "r", "a", "a", "r", "a", "a"]) await page.keyboard.press(key);
  await page.getByText("7 of 7 reviewed").waitFor();
  await expect
    .poll(async () => (await statusesOf(sessionId)).toSorted())
    .toEqual([...Array<string>(5).fill("accepted"), "rejected", "rejected"]);
});

it("everything is reached at the width of a phone", async () => {
  const { id, page } = await openSession("", { width: 390 });
  await rows(page).first().click();
  await action(page, "Reject").click();
  await expect.poll(async () => (await statusesOf(id)).includes("rejected")).toBe(true);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  expect(await findBarriers(page)).toEqual([]);
});
