import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { useColleagues } from "../support/node/colleagues.ts";
import { TEAM_SETTINGS } from "../support/node/logins.ts";
import { scaled } from "../support/node/machine.ts";
import { goNext, historyOf, techniquesOf, untilTechnique } from "../support/node/review.ts";

const tests = useConsole(TEAM_SETTINGS);
const { urlOf, openBoth, openDesk, send } = useColleagues(tests);

/** What a change takes at most until it shows in another browser. */
const SHOWN_MS = scaled(5_000);

const row = (page: Page, attackId: string) => page.locator(`[data-review]`, { hasText: attackId });
const review = (page: Page) => page.getByRole("group", { name: "Review" });

it("a signed report is read-only in every browser until it is reopened", async () => {
  const { id, ann, bob } = await openBoth();
  const attackId = await goNext(bob.page);
  await review(ann.page).getByRole("button", { name: "Assign to me" }).click();
  await review(ann.page).getByRole("button", { name: "Send to review" }).click();
  await review(bob.page).getByText("In review").waitFor({ timeout: SHOWN_MS });
  await review(bob.page).getByText("Assigned to ann").waitFor();
  await review(ann.page).getByRole("button", { name: "Sign", exact: true }).click();
  await ann.page.getByText(/techniques are not reviewed/u).waitFor();
  await review(ann.page).getByRole("button", { name: "Sign anyway" }).click();
  await review(bob.page)
    .getByText(/by ann at .* read-only until somebody reopens it/u)
    .waitFor({ timeout: SHOWN_MS });
  for (const name of ["Accept", "Reject", "Add a note", "Rename", "Add technique", "Undo"]) {
    expect([name, await bob.page.getByRole("button", { name, exact: true }).count()]).toEqual([
      name,
      0,
    ]);
  }
  expect(await findBarriers(bob.page)).toEqual([]);
  // The keys change nothing, either.
  const before = bob.changes.length;
  await bob.page.keyboard.press("a");
  expect(await send("bob", "PATCH", `${id}/techniques/${attackId}`, { note: "x" })).toBe(409);
  expect(bob.changes.length).toBe(before);
  await review(bob.page).getByRole("button", { name: "Reopen" }).click();
  await ann.page.getByRole("tab", { name: "History" }).click();
  await ann.page.getByText("Report reopened").waitFor({ timeout: SHOWN_MS });
  await ann.page.getByText("Report signed").waitFor();
  await ann.page.getByText("Assigned to ann").waitFor();
  await bob.page.keyboard.press("a");
  await untilTechnique(urlOf("ann"), id, { attack_id: attackId, review_status: "accepted" });
}, 90_000);

it("nobody signs what changed unseen", async () => {
  const { id, ann } = await openBoth();
  const techniques = await techniquesOf(urlOf("ann"), id);
  for (const { attack_id: attackId } of techniques) {
    await send("ann", "PATCH", `${id}/techniques/${attackId}`, { review_status: "accepted" });
  }
  const count = techniques.length;
  await review(ann.page).getByText(`${count} of ${count} reviewed`).waitFor();
  await ann.hold();
  const last = techniques.at(-1)?.attack_id ?? "";
  await send("bob", "PATCH", `${id}/techniques/${last}`, { review_status: "rejected" });
  await review(ann.page).getByRole("button", { name: "Sign", exact: true }).click();
  const alert = ann.page.getByRole("alert");
  await alert.getByText(/bob changed this report after you looked at it/u).waitFor();
  await ann.release();
  await row(ann.page, last).getByText("Rejected").waitFor();
  await alert.getByRole("button", { name: "Sign it as it is now" }).click();
  await review(ann.page).getByText("Signed", { exact: true }).waitFor();
  expect((await historyOf(urlOf("bob"), id)).at(-1)?.after).toMatchObject({ signed_by: "ann" });
}, 60_000);

it("what two people change 200 times shows in both browsers", async () => {
  const { id, ann, bob } = await openBoth();
  const techniques = await techniquesOf(urlOf("ann"), id);
  const ids = techniques.map(({ attack_id: attackId }) => attackId);
  /** What each person decided, in the order of the history. */
  const said: string[] = [];
  const decide = async (name: "ann" | "bob", n: number) => {
    const status = n % 2 === 0 ? "accepted" : "rejected";
    const change = { note: `${name} ${n}`, review_status: status };
    expect(await send(name, "PATCH", `${id}/techniques/${ids[n % ids.length]}`, change)).toBe(200);
    said.push(`${name} ${n}`);
  };
  for (let n = 0; n < 100; n += 1) await Promise.all([decide("ann", n), decide("bob", n)]);
  const answer = await fetch(`${urlOf("ann")}/api/analyze/sessions/${id}/history?limit=200`);
  const history = (await answer.json()) as { after: { note: string } }[];
  expect(history.map(({ after }) => after.note).sort()).toEqual(said.toSorted());
  const now = await techniquesOf(urlOf("ann"), id);
  for (const { page } of [ann, bob]) {
    for (const { attack_id: attackId, note } of now) {
      await row(page, attackId)
        .getByText(`Note: ${note}`, { exact: true })
        .waitFor({ timeout: SHOWN_MS });
    }
  }
  // Each of them is told of all that the other one did.
  await ann.page.getByText(/changes by bob since you last looked/u).waitFor();
  await bob.page.getByText(/changes by ann since you last looked/u).waitFor();
}, 180_000);

it("two people who decide at the same time on one technique both see it in its row", async () => {
  const { id, ann, bob } = await openBoth();
  await ann.hold();
  const attackId = await goNext(ann.page);
  await send("bob", "PATCH", `${id}/techniques/${attackId}`, { review_status: "accepted" });
  await ann.page.keyboard.press("r");
  const item = ann.page.locator("li", { has: row(ann.page, attackId) });
  await item.getByRole("alert").waitFor();
  const [theirs, mine] = await item.getByRole("alert").locator("dd").allTextContents();
  expect([theirs, mine]).toEqual([expect.stringContaining("accepted"), "rejected."]);
  await ann.page.getByRole("button", { name: `Compare ${attackId}` }).waitFor();
  await item.getByRole("button", { name: "Keep theirs" }).click();
  await ann.release();
  await row(bob.page, attackId)
    .getByText(/^by bob, \d{4}-\d\d-\d\d/u)
    .waitFor();
}, 60_000);

it("where the stream is cut, a page asks every four seconds", async () => {
  const { id } = await openBoth();
  const { page } = await openDesk("bob", id, /Failed to load resource/u);
  const polls: string[] = [];
  await page.route("**/api/events**", async (route) => {
    const accept = route.request().headers()["accept"] ?? "";
    if (accept.includes("text/event-stream")) return await route.abort();
    polls.push(route.request().url());
    return await route.continue();
  });
  await page.reload();
  await row(page, (await techniquesOf(urlOf("ann"), id))[0]?.attack_id ?? "").waitFor();
  const attackId = (await techniquesOf(urlOf("ann"), id))[0]?.attack_id ?? "";
  await expect.poll(() => polls.length, { timeout: scaled(15_000) }).toBeGreaterThan(1);
  await send("ann", "PATCH", `${id}/techniques/${attackId}`, { review_status: "rejected" });
  await row(page, attackId)
    .getByText("Rejected")
    .waitFor({ timeout: scaled(8_000) });
  expect(polls.some((url) => url.includes("after="))).toBe(true);
}, 60_000);

it("a hidden page has no connection, and misses nothing", async () => {
  const { id, bob } = await openBoth();
  const show = async (state: string) =>
    await bob.page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const opened: string[] = [];
  bob.page.on("request", (request) => {
    if (request.url().includes("/api/events")) opened.push(request.url());
  });
  const closed = bob.page.waitForEvent("requestfailed", (one) => one.url().includes("/api/events"));
  await show("hidden");
  await closed;
  const attackId = (await techniquesOf(urlOf("ann"), id))[0]?.attack_id ?? "";
  await send("ann", "PATCH", `${id}/techniques/${attackId}`, { review_status: "accepted" });
  expect(opened).toEqual([]);
  await show("visible");
  await row(bob.page, attackId).getByText("Accepted").waitFor({ timeout: SHOWN_MS });
  expect(opened[0]).toMatch(/\?after=\d+$/u);
}, 60_000);

it("colleagues talk about a technique, and see what is new since they looked", async () => {
  const { id, ann, bob } = await openBoth();
  const attackId = await goNext(ann.page);
  const field = ann.page.getByRole("textbox", { name: `Comment on ${attackId}` });
  await field.fill("Is this \u202Ereally PowerShell?\nI see no script.");
  await field.press("Control+Enter");
  await row(bob.page, attackId).getByText("1 comment").waitFor({ timeout: SHOWN_MS });
  await row(bob.page, attackId).click();
  const thread = bob.page.getByRole("region", { name: `Comments on ${attackId}` });
  await thread.getByText("I see no script.").waitFor();
  // Who wrote it can delete it, and nobody else but an admin.
  expect(await thread.getByRole("button", { name: /^Delete/u }).count()).toBe(0);
  expect(await findBarriers(bob.page)).toEqual([]);
  await bob.page.getByRole("tab", { name: "Comments 1" }).click();
  await bob.page.getByRole("textbox", { name: "Comment on the report" }).fill("I will look.");
  await bob.page.getByRole("button", { name: "Add comment" }).first().click();
  await ann.page.getByRole("tab", { name: "Comments 2" }).waitFor({ timeout: SHOWN_MS });
  await ann.page.getByRole("button", { name: "Delete the comment of ann" }).click();
  await bob.page.getByRole("tab", { name: "Comments 1" }).waitFor({ timeout: SHOWN_MS });
  // Bob leaves, and Ann decides.
  await bob.page.goto(`${urlOf("bob")}/rules`);
  await ann.page.keyboard.press("a");
  await untilTechnique(urlOf("ann"), id, { attack_id: attackId, review_status: "accepted" });
  await bob.page.goto(`${urlOf("bob")}/sessions/${id}`);
  await bob.page.getByText("1 change by ann since you last looked").waitFor();
  await row(bob.page, attackId).getByText("New", { exact: true }).waitFor();
  await bob.page.getByRole("button", { name: "Mark all as seen" }).click();
  await row(bob.page, attackId).getByText("New", { exact: true }).waitFor({ state: "detached" });
  expect((await historyOf(urlOf("ann"), id)).length).toBe(1);
}, 90_000);

it("the list has states and assignees, and what is assigned to me", async () => {
  const { id } = await openBoth();
  await send("ann", "PATCH", id, { name: "For Bob", assignee: "bob", review_state: "in_review" });
  const page = await tests.open("/sessions", { origin: urlOf("bob") });
  await page.getByRole("button", { name: "Assigned to me" }).click();
  const rows = page.locator("tbody tr");
  await expect.poll(async () => await rows.count()).toBe(1);
  const only = rows.filter({ hasText: "For Bob" });
  await only.getByText("In review").waitFor();
  await send("ann", "PATCH", id, { review_state: "signed" });
  await only.getByText("Signed").waitFor({ timeout: SHOWN_MS });
  expect(await only.getByRole("button", { name: /^Delete/u }).count()).toBe(0);
  await page.getByRole("combobox", { name: "Review" }).selectOption("draft");
  await page.getByText("No report matches these filters.").waitFor();
  expect(await findBarriers(page)).toEqual([]);
}, 60_000);
