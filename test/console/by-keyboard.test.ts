import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { withoutMouse } from "../support/node/focus.ts";
import { press, reach } from "../support/node/keyboard.ts";
import { readPages } from "../support/node/read-pages.ts";
import {
  goNext,
  goOn,
  historyOf,
  pickTechnique,
  techniquesOf,
  untilFocused,
  untilListed,
  untilTechnique,
} from "../support/node/review.ts";

const tests = useConsole();

const REPORT = join(import.meta.dirname, "..", "..", "examples", "report.pdf");
const OTHER = "T1566.002";
const ADDED = "T1105";
/** A tab that shows a PDF asks for an icon that nobody has. */
const expected = /Failed to load resource/u;

const sessionOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";

/** Selects the passage `from … to` with the arrow keys, and answers what is selected. */
async function selectPassage(page: Page, from: string, to: string): Promise<string> {
  const selected = () => page.evaluate(() => String(document.getSelection()).trim());
  await page.keyboard.press("s");
  await reach(page, page.getByRole("region", { name: "Text of the report" }), "s");
  for (let words = 0; words < 150 && (await selected()) !== from; words += 1) {
    await page.keyboard.press("ArrowRight");
  }
  for (let words = 0; words < 20 && !(await selected()).endsWith(to); words += 1) {
    await page.keyboard.press("Shift+ArrowRight");
  }
  return await selected();
}

it("a PDF becomes a reviewed PDF by keyboard alone", async () => {
  const page = await withoutMouse(await tests.open("/analyze", { expected }));
  const { url } = tests.service;
  const opened = page.waitForEvent("filechooser");
  await press(page, page.getByRole("button", { name: "Choose files" }));
  await (await opened).setFiles(REPORT);
  await page.getByText("report.pdf").waitFor();
  await press(page, page.getByRole("button", { name: "Analyze", exact: true }));
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  await untilListed(page);
  const id = sessionOf(page);
  const until = (wanted: Parameters<typeof untilTechnique>[2]) => untilTechnique(url, id, wanted);

  const accepted = await goNext(page);
  await page.keyboard.press("c");
  await page.locator("textarea:focus").waitFor();
  await page.keyboard.type("Seen in the mail gateway");
  await page.keyboard.press("Control+Enter");
  await until({ attack_id: accepted, note: "Seen in the mail gateway" });
  await untilFocused(page, accepted);
  const rejected = await goOn(page, "a");
  await until({ attack_id: accepted, review_status: "accepted" });
  const doubted = await goOn(page, "r");
  await until({ attack_id: rejected, review_status: "rejected" });
  await page.keyboard.press("e");
  await until({ attack_id: doubted, review_status: "needs_evidence" });
  // What needs evidence is looked for in the report, until one goes on.
  await reach(page, page.getByRole("region", { name: "Text of the report" }), "e");
  await page.keyboard.press("Escape");
  await untilFocused(page, doubted);
  const undone = await goNext(page);
  await goOn(page, "r");
  await until({ attack_id: undone, review_status: "rejected" });
  await page.keyboard.press("u");
  await until({ attack_id: undone, review_status: "suggested" });
  await untilFocused(page, undone);
  await page.keyboard.press("t");
  await pickTechnique(page, OTHER);
  await until({ attack_id: OTHER, found_as: undone });
  await untilFocused(page, OTHER);

  const evidence = await selectPassage(page, "fetched", "loader");
  expect(evidence).toBe("fetched a loader");
  await page.keyboard.press("n");
  await pickTechnique(page, ADDED);
  await until({ attack_id: ADDED, origin: "analyst", evidence, review_status: "accepted" });
  await untilFocused(page, ADDED);

  const decided = new Map((await techniquesOf(url, id)).map((one) => [one.attack_id, one]));
  expect(decided.has(undone)).toBe(false);
  const text = await (await fetch(`${url}/api/analyze/${id}/text`)).text();
  const { evidence_start: start, evidence_end: end } = decided.get(ADDED) ?? {};
  expect(text.slice(start ?? 0, end ?? 0)).toBe(evidence);
  const actions = (await historyOf(url, id)).map(({ action }) => action);
  expect(actions).toEqual([...Array<string>(5).fill("changed"), "undone", "changed", "added"]);

  const shown = page.context().waitForEvent("page");
  await press(page, page.getByRole("link", { name: "PDF", exact: true }));
  const address = await (await shown).evaluate(() => location.href);
  const pdf = await (await fetch(address)).bytes();
  expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe("%PDF-");
  const { pages } = await readPages(pdf);
  const said = pages.map((one) => one.text).join(" ");
  for (const words of [
    "Of 7 techniques, 3 are confirmed by a person (1 of them added), 1 needs more evidence",
    "1 technique was rejected in review and left out",
    "Seen in the mail gateway",
    `The analyzer said ${undone}`,
    `${ADDED} Ingress Tool Transfer “${evidence}”`,
  ]) {
    expect(said).toContain(words);
  }
  const rows = said.slice(said.indexOf("Techniques and their evidence"));
  expect(rows.includes(`${rejected} `)).toBe(false);
});

it("a PDF that is dropped on any page is analyzed", async () => {
  const page = await tests.open("/groups");
  const bytes = readFileSync(REPORT).toString("base64");
  await page.evaluate((base64) => {
    const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([content], "dropped.pdf", { type: "application/pdf" }));
    for (const kind of ["dragover", "drop"]) {
      const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    }
  }, bytes);
  await page.getByText("dropped.pdf").waitFor();
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  expect((await techniquesOf(tests.service.url, sessionOf(page))).length).toBe(7);
});
