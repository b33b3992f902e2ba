import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { EXPECTED_412, TEAM_REPORT, useColleagues } from "../support/node/colleagues.ts";
import { TEAM_SETTINGS } from "../support/node/logins.ts";
import { importRule, sigmaRule } from "../support/node/coverage.ts";
import { goNext, goOn, techniquesOf, untilTechnique } from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole(TEAM_SETTINGS);
const colleagues = useColleagues(tests);
const { openBoth } = colleagues;
const ann = {
  get url() {
    return colleagues.urlOf("ann");
  },
};
const bob = {
  get url() {
    return colleagues.urlOf("bob");
  },
};
const REPORT = TEAM_REPORT;
const expected = EXPECTED_412;

const statusOf = async (id: string, attackId: string) =>
  (await techniquesOf(ann.url, id)).find(({ attack_id: one }) => one === attackId)?.review_status;

const row = (page: Page, attackId: string) => page.locator(`[data-review]`, { hasText: attackId });

it("two decisions on one technique: both are shown, and one of them is chosen", async () => {
  const desks = await openBoth();
  await desks.ann.hold();
  const attackId = await goNext(desks.ann.page);
  expect(await goNext(desks.bob.page)).toBe(attackId);
  await desks.bob.page.keyboard.press("a");
  await untilTechnique(ann.url, desks.id, { attack_id: attackId, review_status: "accepted" });
  await desks.ann.page.keyboard.press("r");
  const notice = desks.ann.page.getByRole("alert");
  await notice.getByText(`bob changed ${attackId}`).waitFor();
  const shown = await notice.locator("dd").allTextContents();
  expect(shown[0]).toContain("accepted");
  expect(shown[1]).toContain("rejected");
  expect(await statusOf(desks.id, attackId)).toBe("accepted");
  expect(await findBarriers(desks.ann.page)).toEqual([]);
  await notice.getByRole("button", { name: "Apply mine" }).click();
  await untilTechnique(ann.url, desks.id, { attack_id: attackId, review_status: "rejected" });
  await notice.waitFor({ state: "detached" });
  await desks.ann.release();
  // The other way round, Bob keeps what Ann decided.
  await row(desks.bob.page, attackId).getByText("Rejected").waitFor();
  await desks.bob.hold();
  await row(desks.bob.page, attackId).click();
  await row(desks.ann.page, attackId).click();
  await desks.ann.page.keyboard.press("e");
  await untilTechnique(ann.url, desks.id, { attack_id: attackId, review_status: "needs_evidence" });
  await desks.bob.page.keyboard.press("a");
  const other = desks.bob.page.getByRole("alert");
  await other.getByText(`ann changed ${attackId}`).waitFor();
  await other.getByRole("button", { name: "Keep theirs" }).click();
  await other.waitFor({ state: "detached" });
  expect(await statusOf(desks.id, attackId)).toBe("needs_evidence");
}, 90_000);

it("decisions on two techniques are both taken, and no edit conflicts with an own one", async () => {
  const desks = await openBoth();
  const { page } = desks.ann;
  await desks.ann.hold();
  const first = await goNext(desks.bob.page);
  await desks.bob.page.keyboard.press("a");
  await untilTechnique(ann.url, desks.id, { attack_id: first, review_status: "accepted" });
  await goNext(page);
  const second = await goNext(page);
  const third = await goNext(page);
  await goOn(page, "r");
  await row(page, third).click();
  await goOn(page, "a");
  await row(page, second).click();
  await goOn(page, "r");
  await row(page, second).click();
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Note" }).fill("Seen in the log");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByRole("textbox", { name: "Note" }).press("Control+Enter");
  await untilTechnique(ann.url, desks.id, { attack_id: third, review_status: "accepted" });
  await untilTechnique(ann.url, desks.id, {
    attack_id: second,
    review_status: "suggested",
    note: "Seen in the log",
  });
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await statusOf(desks.id, first)).toBe("accepted");
  await desks.ann.release();
  // Everything that changes the session says which state it is meant for.
  await page.getByRole("combobox", { name: /Traffic Light/u }).selectOption("amber");
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("button", { name: "Undo" }).nth(1).click();
  await expect.poll(() => desks.ann.changes.some((one) => one.url().includes("/undo"))).toBe(true);
  const states = await Promise.all(
    desks.ann.changes.map(async (request) => (await request.allHeaders())["if-match"]),
  );
  expect(states.length).toBeGreaterThan(6);
  expect(states.filter((state) => state === undefined || !/^"[\w-]+"$/u.test(state))).toEqual([]);
}, 90_000);

it("what others do shows by itself, and what is being typed stays", async () => {
  const desks = await openBoth();
  const { page } = desks.ann;
  const attackId = await goNext(page);
  await page.keyboard.press("c");
  const note = page.getByRole("textbox", { name: "Note" });
  await note.fill("Half a");
  await goNext(desks.bob.page);
  await desks.bob.page.keyboard.press("c");
  await desks.bob.page.getByRole("textbox", { name: "Note" }).fill("By Bob");
  await desks.bob.page.keyboard.press("Control+Enter");
  await desks.bob.page.keyboard.press("a");
  await row(page, attackId).getByText("Accepted").waitFor();
  expect(await note.inputValue()).toBe("Half a");
  await note.press("End");
  await page.keyboard.type(" sentence");
  // The note was begun before Bob wrote his.
  await page.keyboard.press("Control+Enter");
  const notice = page.getByRole("alert");
  await notice.getByText(`bob changed ${attackId}`).waitFor();
  const [theirs, mine] = await notice.locator("dd").allTextContents();
  expect(theirs).toContain("By Bob");
  expect(mine).toContain("Half a sentence");
  await notice.getByRole("button", { name: "Apply mine" }).click();
  await untilTechnique(ann.url, desks.id, {
    attack_id: attackId,
    review_status: "accepted",
    note: "Half a sentence",
  });
}, 90_000);

it("an unchanged session is asked for without being sent again", async () => {
  const { body } = await analyse(ann.url, { text: REPORT });
  const page = await tests.open(`/sessions/${body.session_id}`, { origin: ann.url });
  const answered = page.waitForResponse(
    (one) => one.url().includes(`/api/analyze/${body.session_id}?`) && one.status() === 304,
  );
  // As if the reader came back to the window.
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  const answer = await answered;
  expect(answer.request().headers()["if-none-match"]).toMatch(/^"[\w-]+"$/u);
});

it("a session that a colleague changed is not renamed or deleted unseen", async () => {
  const { body } = await analyse(ann.url, { text: REPORT, name: "To be deleted" });
  const path = `/api/analyze/sessions/${body.session_id}`;
  const page = await tests.open("/sessions?search=deleted", { origin: ann.url, expected });
  await page.getByRole("button", { name: "Rename To be deleted" }).click();
  const patch = async (change: object) =>
    await fetch(`${bob.url}${path}`, { method: "PATCH", body: JSON.stringify(change) });
  await patch({ name: "Not deleted, says Bob" });
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Deleted, says Ann");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("bob changed the name of this report").waitFor();
  await page.getByRole("alert").getByText("Not deleted, says Bob").waitFor();
  await page.getByRole("button", { name: "Keep theirs" }).click();
  await page.getByRole("button", { name: "Delete Not deleted, says Bob" }).click();
  await patch({ note: "Keep it." });
  await page.getByText("bob changed it after you opened the list.").waitFor();
  expect((await fetch(`${ann.url}${path}/history`)).status).toBe(200);
  await page.getByRole("button", { name: "Delete again" }).click();
  await expect
    .poll(async () => (await fetch(`${ann.url}${path}/history`)).status, { timeout: 20_000 })
    .toBe(404);
}, 60_000);

it("two versions of a rule: theirs is shown before mine takes its place", async () => {
  const text = sigmaRule(1, "Tool one", "T1059.001");
  const id = await importRule(ann.url, text, "draft");
  const path = `/api/pipeline/rules/${id}`;
  const page = await tests.open(`/rules/${id}`, { origin: ann.url, expected });
  await page.getByRole("button", { name: "Write a new version" }).click();
  const editor = page.getByRole("textbox", { name: "Text of the new version" });
  await editor.fill(text.replace("run1.exe", "ann.exe"));
  // An own change in between is no conflict, and one of somebody else is.
  await page.getByRole("button", { name: "Enabled" }).click();
  await page.getByRole("button", { name: "Enabled", pressed: true }).waitFor();
  const content = text.replace("run1.exe", "bob.exe");
  await fetch(`${bob.url}${path}/versions`, { method: "POST", body: JSON.stringify({ content }) });
  await page.getByRole("button", { name: "Save the version" }).click();
  const notice = page.getByRole("alert");
  await notice.getByText("bob changed this rule").waitFor();
  await notice.getByText("version 2, enabled").waitFor();
  await notice.getByText("Their text").click();
  await notice.getByText("bob.exe").waitFor();
  expect(await editor.inputValue()).toContain("ann.exe");
  await notice.getByRole("button", { name: "Apply mine" }).click();
  await page.getByRole("heading", { name: "Version 3" }).waitFor();
  const latest = (await (await fetch(`${ann.url}${path}`)).json()) as { content: string };
  expect(latest.content).toContain("ann.exe");
}, 60_000);
