import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import {
  goNext,
  historyOf,
  pickTechnique,
  techniquesOf,
  untilListed,
  untilTechnique,
} from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const REPORT = [
  "The group sent spearphishing mails with a malicious attachment (T1566.001) to two banks.",
  "The macro started PowerShell (T1059.001), which downloaded a loader.",
  "They dumped the memory of LSASS (T1003.001) to obtain credentials.",
  "With these they moved over the Remote Desktop Protocol (T1021.001).",
  "Finally the files were sent to a cloud storage service (T1567.002).",
].join("\n");
const PASSAGE = "downloaded a loader";
/** The browser logs what a test brings about itself: refused and unanswered requests. */
const expected = /Failed to load resource/u;
const CHANGES = /\/api\/analyze\/sessions\/[^/]+\/techniques(?:\/|$)/u;

async function openSession(): Promise<{ id: string; page: Page }> {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "Two banks" });
  const page = await tests.open(`/sessions/${body.session_id}`, { expected });
  await untilListed(page);
  return { id: body.session_id, page };
}

/** The next change reaches the service, but its answer never the page. */
async function loseAnswer(page: Page, meanwhile: () => Promise<void>): Promise<() => number> {
  let lost = 0;
  await page.route(
    CHANGES,
    async (route) => {
      const answer = await route.fetch();
      expect(answer.ok()).toBe(true);
      await meanwhile();
      lost += 1;
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  return () => lost;
}

const waiting = (page: Page) => page.evaluate(() => localStorage.getItem("tradecraft.reviews"));

async function untilSent(page: Page): Promise<void> {
  await expect.poll(() => waiting(page)).toBe(null);
  expect(await page.getByText("is not saved").count()).toBe(0);
}

it("nothing is lost or doubled when the service is killed", async () => {
  const { id, page } = await openSession();
  const until = (wanted: Parameters<typeof untilTechnique>[2]) =>
    untilTechnique(tests.service.url, id, wanted);
  const before = await goNext(page);
  await page.keyboard.press("a");
  await until({ attack_id: before, review_status: "accepted" });

  const lost = await loseAnswer(page, () => tests.service.killAll());
  const during = await goNext(page);
  await page.keyboard.press("r");
  await page.getByText(/waits? for the service/u).waitFor();
  expect(lost()).toBe(1);
  const after = await goNext(page);
  await page.keyboard.press("e");
  await page.keyboard.press("c");
  await page.locator("textarea:focus").waitFor();
  await page.keyboard.type("While it was away");
  await page.keyboard.press("Control+Enter");
  await page.getByText("3 changes wait").waitFor();
  // The page itself is loaded anew as soon as there is one.
  await tests.restart();
  await page.reload();
  await untilSent(page);
  await until({ attack_id: after, review_status: "needs_evidence", note: "While it was away" });
  const changes = await historyOf(tests.service.url, id);
  expect(changes.map(({ attack_id: of, fields }) => [of, ...fields])).toEqual([
    [before, "review_status"],
    [during, "review_status"],
    [after, "review_status"],
    [after, "note"],
  ]);
});

it("a change whose answer was lost counts once, of every kind", async () => {
  const { id, page } = await openSession();
  const known = await techniquesOf(tests.service.url, id);
  const quiet = () => Promise.resolve();
  const during = async (work: () => Promise<void>) => {
    const lost = await loseAnswer(page, quiet);
    await work();
    await expect.poll(lost).toBe(1);
    await untilSent(page);
  };
  const moved = await goNext(page);
  await during(async () => {
    await page.keyboard.press("t");
    await pickTechnique(page, "T1566.002");
  });
  await page.locator("#technique-T1566\\.002").waitFor();
  await during(async () => {
    await page.keyboard.press("n");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type(PASSAGE);
    await page.keyboard.press("Tab");
    await pickTechnique(page, "T1027");
  });
  const added = page.locator("#technique-T1027");
  await added.waitFor();
  await during(() => page.getByRole("button", { name: "Remove" }).click());
  await added.waitFor({ state: "detached" });

  const ids = (await techniquesOf(tests.service.url, id)).map(({ attack_id: one }) => one);
  const meant = known.map(({ attack_id: one }) => (one === moved ? "T1566.002" : one));
  expect([...ids].sort()).toEqual([...meant].sort());
  const changes = await historyOf(tests.service.url, id);
  expect(changes.map(({ action }) => action)).toEqual(["changed", "added", "removed"]);
});
