import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import {
  type FoundTechnique,
  goNext,
  techniquesOf,
  untilFocused,
  untilListed,
} from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const TYPED = "a scheduled task to run the loader";
const REPORT = [
  "The group sent spearphishing mails with a malicious attachment to two banks.",
  "The macro started PowerShell, which downloaded a loader from the actor's server.",
  `The actors created ${TYPED} at every logon.`,
  "They dumped the memory of LSASS to obtain credentials.",
  "With these they moved to other machines over the Remote Desktop Protocol.",
  "Finally the files were sent to a cloud storage service.",
].join("\n");
/** The browser logs what a test brings about itself: refused and unanswered requests. */
const expected = /Failed to load resource/u;

async function openSession(): Promise<{ id: string; page: Page }> {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "Two banks" });
  const page = await tests.open(`/sessions/${body.session_id}`, { expected });
  await untilListed(page);
  return { id: body.session_id, page };
}

const until = async (id: string, is: (technique: FoundTechnique) => boolean) => {
  const isThere = async () => (await techniquesOf(tests.service.url, id)).some(is);
  await expect.poll(isThere).toBe(true);
};

const chosenOf = async (page: Page) =>
  await page.evaluate(() => new URL(location.href).searchParams.get("technique"));

/** Opens the field in which a technique is looked for, and takes the first that is found. */
async function pick(page: Page, attackId: string): Promise<void> {
  const field = page.locator("input[role=combobox]");
  await field.fill(attackId);
  await page.locator("[role=option][data-highlighted]", { hasText: attackId }).waitFor();
  await field.press("Enter");
}

it("a session is reviewed by keyboard alone", async () => {
  const { id, page } = await openSession();
  const first = await goNext(page);
  await page.keyboard.press("a");
  await until(id, (one) => one.attack_id === first && one.review_status === "accepted");
  expect(await chosenOf(page)).not.toBe(first);
  await page.keyboard.press("u");
  await until(id, (one) => one.attack_id === first && one.review_status === "suggested");
  await untilFocused(page, first);
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Note" }).waitFor();
  await page.keyboard.type("Seen in the log");
  await page.keyboard.press("Control+Enter");
  await until(id, ({ note }) => note === "Seen in the log");
  const second = await goNext(page);
  await page.keyboard.press("t");
  await pick(page, "T1098.004");
  await until(id, (one) => one.attack_id === "T1098.004" && one.found_as === second);
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "Passage" }).waitFor();
  await page.keyboard.type(TYPED);
  await pick(page, "T1499.004");
  await until(id, ({ origin, evidence }) => origin === "analyst" && evidence === TYPED);
  await untilFocused(page, "T1499.004");
  expect(await findBarriers(page)).toEqual([]);
});

it("a review is not lost when the service ends in the middle", async () => {
  const { id, page } = await openSession();
  const chosen = await goNext(page);
  await tests.service.killAll();
  await page.keyboard.press("r");
  await page.getByText(/waits for the service/u).waitFor();
  await tests.restart();
  await until(id, (one) => one.attack_id === chosen && one.review_status === "rejected");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("tradecraft.reviews")))
    .toBe(null);
});

it("a change that is refused is reported, and discarded", async () => {
  const { id, page } = await openSession();
  const chosen = await goNext(page);
  await page.route(`**/techniques/${chosen}`, async (route) => {
    const body = { code: "conflict", detail: "The session is being analyzed." };
    await route.fulfill({ status: 409, json: body });
  });
  await page.keyboard.press("r");
  await page.getByText("is not saved. The session is being analyzed.").waitFor();
  await page.getByRole("button", { name: "Discard my change" }).click();
  await page.getByText("is not saved").waitFor({ state: "detached" });
  const techniques = await techniquesOf(tests.service.url, id);
  expect(techniques.every((one) => one.review_status === "suggested")).toBe(true);
});

it("picking a technique that the session has goes to its row", async () => {
  const { id, page } = await openSession();
  const chosen = await goNext(page);
  const other = (await techniquesOf(tests.service.url, id)).find(
    ({ attack_id }) => attack_id !== chosen,
  );
  await page.keyboard.press("t");
  await pick(page, other?.attack_id ?? "");
  await untilFocused(page, other?.attack_id ?? "");
  expect((await techniquesOf(tests.service.url, id)).every((one) => one.found_as === null)).toBe(
    true,
  );
});

it("without logins the other one is someone in another window", { timeout: 60_000 }, async () => {
  const { id, page } = await openSession();
  const other = await tests.open(`/sessions/${id}`, { expected });
  await untilListed(other);
  const chosen = await goNext(page);
  await goNext(other);
  await other.route(`**/api/analyze/${id}?*`, () => undefined);
  await page.keyboard.press("a");
  await until(id, (one) => one.attack_id === chosen && one.review_status === "accepted");
  await other.keyboard.press("r");
  const notice = other.getByRole("alert");
  await notice.getByText(`Someone else in another window changed ${chosen}`).waitFor();
  expect(await notice.locator("dd").allTextContents()).toEqual([
    expect.stringContaining("accepted"),
    "rejected.",
  ]);
  await notice.getByRole("button", { name: "Keep theirs" }).click();
  await notice.waitFor({ state: "detached" });
  expect((await techniquesOf(tests.service.url, id)).map((one) => one.review_status)).not.toContain(
    "rejected",
  );
});

/** How many pixels of the text have the color of chosen evidence. */
async function chosenPixels(page: Page): Promise<number> {
  const picture = await page.locator("#report-text").screenshot();
  return await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext("2d", { willReadFrequently: true });
      if (pen === null) return 0;
      const sample = document.body.appendChild(document.createElement("i"));
      sample.style.color = "var(--mark-chosen)";
      pen.fillStyle = getComputedStyle(sample).color;
      sample.remove();
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
      }
      return count;
    },
    [...picture],
  );
}

it("the chosen evidence stays marked after a decision", { timeout: 60_000 }, async () => {
  const { id, page } = await openSession();
  const chosen = await goNext(page);
  await expect.poll(() => chosenPixels(page)).toBeGreaterThan(1_000);
  const before = await chosenPixels(page);
  await page.keyboard.press("a");
  await until(id, (one) => one.attack_id === chosen && one.review_status === "accepted");
  await page.locator("[data-review=accepted]").waitFor();
  // The verdict went on to the next one.
  await page.locator(`[id="technique-${chosen}"]`).click();
  await page.waitForTimeout(300);
  expect(await chosenPixels(page)).toBeGreaterThan(before * 0.9);
});
