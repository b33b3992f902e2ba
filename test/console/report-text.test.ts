import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { untilListed } from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const MARK = "Licensed to Jane Doe at Contoso, copy 4711";
const REPORT = [
  MARK,
  "# Two banks breached",
  MARK,
  "The group sent spearphishing mails with a malicious attachment to two banks. The macro started\nPowerShell, which downloaded a loader.",
  MARK,
  "- They created a scheduled task to run the loader at every logon.\n- They dumped the memory of LSASS to obtain credentials.",
  "```\npowershell -enc SQBFAFgAIAAoAE4AZQB3\n```",
  MARK,
  "## Tools",
  "| Name | Use |\n|---|---|\n| Mimikatz | It reads credentials |\n| PsExec | It starts a service |",
].join("\n\n");

async function openReport(): Promise<{ page: Page; stored: string }> {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "Two banks" });
  const page = await tests.open(`/sessions/${body.session_id}`);
  await untilListed(page);
  return { page, stored: await storedText(body.session_id) };
}

/** As a form sends it, with line ends of its own. */
async function storedText(id: string): Promise<string> {
  return await (await fetch(`${tests.service.url}/api/analyze/${id}/text`)).text();
}

/** The words from some to others. */
function between(text: string, from: string, to: string): string {
  return text.slice(text.indexOf(from), text.indexOf(to) + to.length);
}

/** Selects from words in one element to words in another. */
async function select(page: Page, from: string, to: string): Promise<void> {
  await page.evaluate(
    ([first, last]) => {
      const text = document.getElementById("report-text") ?? document.body;
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const words = node.textContent ?? "";
        if (words.includes(first)) range.setStart(node, words.indexOf(first));
        if (words.includes(last)) range.setEnd(node, words.indexOf(last) + last.length);
      }
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
    },
    [from, to] as const,
  );
}

const added = (page: Page) => page.getByRole("region", { name: "New technique" }).locator("p");

describe("the text of a report", () => {
  it("is shown as headings, lists, tables and code, its furniture folded", async () => {
    const { page } = await openReport();
    const text = page.locator("#report-text");
    expect(await text.locator("h1").count()).toBe(0);
    expect(await text.getByRole("heading").allInnerTexts()).toEqual([
      "Two banks breached",
      "Tools",
    ]);
    expect(await text.getByRole("listitem").count()).toBe(2);
    expect(await text.locator("tr").count()).toBe(3);
    expect(await text.getByRole("cell").allInnerTexts()).toContain("It reads credentials");
    expect(await text.locator("pre").innerText()).toContain("powershell -enc");
    expect(await text.getByText(MARK).first().isVisible()).toBe(false);
    await text.getByText("Page furniture, 1 line").first().click();
    expect(await text.getByText(MARK).first().isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("is selected across its parts by the offsets of the stored text", async () => {
    const { page, stored } = await openReport();
    for (const [from, to] of [
      ["macro started", "downloaded a loader"],
      ["dumped the memory", "powershell -enc"],
      ["Mimikatz", "PsExec"],
    ] as const) {
      await select(page, from, to);
      await page.keyboard.press("n");
      expect(await added(page).textContent()).toBe(between(stored, from, to));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
  });

  it("takes a whole part that is selected, and not the beginning of the next one", async () => {
    const { page } = await openReport();
    const line = page.locator("#report-text li").first();
    await line.click({ clickCount: 3, position: { x: 30, y: 8 } });
    await page.keyboard.press("n");
    expect(await added(page).textContent()).toBe(
      "- They created a scheduled task to run the loader at every logon.",
    );
  });

  it("unfolds the furniture that is asked for", async () => {
    const { page } = await openReport();
    await page.getByRole("tab", { name: /^Excluded/u }).click();
    await page.getByRole("heading", { name: "Page furniture, not analyzed" }).waitFor();
    expect(await page.getByText("4 times").count()).toBe(1);
    await page.getByRole("button", { name: MARK }).click();
    await page.locator("#report-text details[open]").waitFor();
    expect(await page.locator("#report-text").getByText(MARK).first().isVisible()).toBe(true);
  });

  it("is shown line by line where no outline is to be had", async () => {
    const { body } = await analyse(tests.service.url, { text: REPORT, name: "Two banks" });
    const page = await tests.open("/", { expected: /Failed to load resource/u });
    await page.route("**/outline", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto(`${tests.service.url}/sessions/${body.session_id}`);
    await untilListed(page);
    const stored = await storedText(body.session_id);
    expect(await page.locator("#report-text").textContent()).toBe(stored);
    await select(page, "Mimikatz", "PsExec");
    await page.keyboard.press("n");
    expect(await added(page).textContent()).toBe(between(stored, "Mimikatz", "PsExec"));
  });
});
