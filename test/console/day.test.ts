import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { TEAM_REPORT, useColleagues } from "../support/node/colleagues.ts";
import { TEAM_SETTINGS } from "../support/node/logins.ts";
import { useFeeds } from "../support/node/fed-console.ts";
import { scaled } from "../support/node/machine.ts";
import { readPages } from "../support/node/read-pages.ts";
import { goNext, techniquesOf, untilListed, untilTechnique } from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole({ ...TEAM_SETTINGS, ALLOW_PRIVATE_SOURCES: "true" });
const { urlOf, openDesk } = useColleagues(tests);
const feeds = useFeeds();
tests.before(async () => await feeds.start());

const TITLE = "Two banks and a loader";
const OTHER = "A port in spring";
const POWERSHELL = "T1059.001";
/** A run, or an analysis, is a job in the background. */
const JOB = { timeout: scaled(30_000) };
/** Another browser follows a change within five seconds. */
const FOLLOWED = { timeout: scaled(5_000) };

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(`${urlOf("ann")}${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

const row = (page: Page, attackId: string) => page.locator("[data-review]", { hasText: attackId });
const reviewOf = (page: Page) => page.getByRole("group", { name: "Review" });

/** Adds a source by the address of its site, after a look at its items, and waits for its first run. */
async function collect(page: Page): Promise<void> {
  const items = [{ title: TITLE, text: TEAM_REPORT }, { title: "A conference in May" }];
  const site = feeds.page("site", { Posts: feeds.feed("posts", "Unit research", items) });
  await page.getByRole("link", { name: "Add a source" }).click();
  await page.getByRole("button", { name: "Add a source" }).click();
  await page.getByRole("textbox", { name: "Address of a site, feed or server" }).fill(site);
  await page.keyboard.press("Enter");
  await page.getByText("The page links this feed. It contains 2 items").waitFor();
  const preview = page.getByRole("list", { name: "First items of the feed" });
  await preview.getByText(TITLE).waitFor();
  expect(await read("/api/pipeline/sources")).toEqual([]);
  await page.getByRole("button", { name: "Add this source" }).click();
  const source = page.getByRole("row").filter({ hasText: "Unit research" });
  await source.getByRole("link", { name: /^2\b/u }).click(JOB);
  expect(await read("/api/pipeline/sources")).toMatchObject([{ name: "Unit research" }]);
}

/** Promotes the report with its analysis, and opens the session; answers its ID. */
async function promote(page: Page): Promise<string> {
  const queued = page.getByRole("listitem").filter({ hasText: TITLE });
  await queued.getByRole("link").first().click();
  await page.getByRole("heading", { level: 2, name: TITLE }).waitFor();
  await page.keyboard.press("p");
  await page.getByRole("checkbox", { name: "Fetch and analyze the linked article" }).uncheck();
  await page.getByRole("button", { name: "Promote and analyze" }).click();
  await queued.getByText("Promoted").waitFor();
  await queued.getByRole("link", { name: "Open analysis" }).click(JOB);
  await untilListed(page);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const list = await read<{ title: string; status: string; session_id: string | null }[]>(
    "/api/pipeline/intake?status=promoted",
  );
  expect(list).toMatchObject([{ title: TITLE, session_id: id }]);
  return id;
}

/** One verdict of each; each page shows whose the other one is. */
async function review(id: string, ann: Page, bob: Page): Promise<[string, string]> {
  const accepted = await goNext(ann);
  await ann.keyboard.press("a");
  await row(bob, accepted)
    .getByText(/^by ann, /u)
    .waitFor(FOLLOWED);
  const others = await techniquesOf(urlOf("ann"), id);
  const rejected = others.find((one) => one.attack_id !== accepted)?.attack_id ?? "";
  await row(bob, rejected).click();
  await bob.keyboard.press("r");
  await row(ann, rejected).getByText("Rejected").waitFor(FOLLOWED);
  await row(ann, rejected)
    .getByText(/^by bob, /u)
    .waitFor();
  await untilTechnique(urlOf("ann"), id, { attack_id: accepted, review_status: "accepted" });
  await untilTechnique(urlOf("ann"), id, { attack_id: rejected, review_status: "rejected" });
  return [accepted, rejected];
}

/** Ann sends the report to review, Bob signs it, and Ann can only read it. */
async function sign(id: string, ann: Page, bob: Page): Promise<void> {
  await reviewOf(ann).getByRole("button", { name: "Send to review" }).click();
  await reviewOf(bob).getByText("In review").waitFor(FOLLOWED);
  await reviewOf(bob).getByRole("button", { name: "Sign", exact: true }).click();
  await reviewOf(bob).getByRole("button", { name: "Sign anyway" }).click();
  await reviewOf(ann)
    .getByText(/by bob at .* read-only until somebody reopens it/u)
    .waitFor(FOLLOWED);
  expect(await ann.getByRole("button", { name: "Accept", exact: true }).count()).toBe(0);
  const stored = await read<object>(`/api/analyze/${id}`);
  expect(stored).toMatchObject({ review_state: "signed", signed_by: "bob" });
}

/** A dossier of the signed report and an older one, from the list of reports. */
async function compile(page: Page, ids: readonly string[]): Promise<void> {
  await page.goto(`${urlOf("ann")}/sessions`);
  for (const name of [TITLE, OTHER]) {
    await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  }
  await page.getByRole("link", { name: "New dossier" }).click();
  await page.getByRole("list", { name: "Chosen reports" }).getByText(TITLE).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Banks and ports");
  await page.getByRole("button", { name: "Create dossier" }).click();
  await page.getByRole("heading", { level: 1, name: "Banks and ports" }).waitFor();
  await page.getByRole("button", { name: new RegExp(`^${POWERSHELL}, report 1`, "u") }).waitFor();
  const [dossier] = await read<{ session_ids: string[] }[]>("/api/dossiers");
  expect(dossier?.session_ids.toSorted()).toEqual(ids.toSorted());
}

/** What of the report is covered, and a test of one technique. */
async function recordTest(page: Page, id: string, attackId: string): Promise<void> {
  await page.goto(`${urlOf("ann")}/sessions/${id}`);
  await page.locator("main").getByRole("link", { name: "Coverage", exact: true }).click();
  await page.getByText(new RegExp(`Report ${TITLE} · 3 techniques`, "u")).waitFor();
  await page.locator(`[id='covered-${attackId}']`).click();
  const proof = page.getByRole("complementary", { name: "Proof" });
  await proof.getByRole("button", { name: `Record a test of ${attackId}` }).click();
  const form = proof.getByRole("form", { name: "Test" });
  await form.getByRole("radio", { name: "Missed" }).check();
  await form.getByRole("textbox", { name: "Events" }).fill("ticket 7");
  await form.getByRole("button", { name: "Record the test" }).click();
  const past = proof.getByRole("list", { name: `Tests of ${attackId}` }).getByRole("listitem");
  await past.getByText("Missed").waitFor();
  const stored = await read("/api/coverage/tests");
  expect(stored).toMatchObject([{ attack_id: attackId, result: "missed", created_by: "ann" }]);
}

/** The report for others, as a PDF and a layer; answers the IDs of the layer. */
async function exportReport(page: Page, id: string): Promise<string[]> {
  await page.goto(`${urlOf("ann")}/sessions/${id}`);
  const exports = page.getByRole("navigation", { name: "Exports" });
  const address = await exports.getByRole("link", { name: "PDF" }).getAttribute("href");
  const pdf = await (await fetch(`${urlOf("ann")}${address}`)).bytes();
  const { pages } = await readPages(pdf);
  const said = pages.map((one) => one.text).join(" ");
  expect(said).toContain(TITLE);
  expect(said).toContain("1 technique was rejected in review and left out");
  const coming = page.waitForEvent("download");
  await exports.getByRole("link", { name: "Navigator" }).click();
  const layer = JSON.parse(await readFile(await (await coming).path(), "utf8")) as {
    techniques: { techniqueID: string }[];
  };
  return layer.techniques.map((one) => one.techniqueID);
}

it("a day: a feed, a report, a colleague, a signature, a dossier, a test, a PDF", async () => {
  const { body } = await analyse(urlOf("ann"), { text: `Again ${POWERSHELL} ran.`, name: OTHER });
  const page = await tests.open("/intake", { origin: urlOf("ann") });
  await collect(page);
  const id = await promote(page);
  const { page: bob } = await openDesk("bob", id);
  const [accepted, rejected] = await review(id, page, bob);
  await sign(id, page, bob);
  await compile(page, [id, body.session_id]);
  await recordTest(page, id, accepted);
  const ids = await exportReport(page, id);
  expect(ids).toContain(accepted);
  expect(ids).not.toContain(rejected);
}, 240_000);
