import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { type Look, useConsole } from "../support/node/browser.ts";
import { HOSTILE } from "../support/node/hostile-texts.ts";
import { type LoginProxy, startLoginProxy } from "../support/node/login-proxy.ts";

const tests = useConsole({ AUTH_ENABLED: "true", PROXY_SECRET: "proof" });
let analyst: LoginProxy;
let viewer: LoginProxy;

const PATH = "/api/pipeline/intake";
const HOSTILE_TITLE = `${HOSTILE.slice(0, 3).join(" ")} \u202Etxt.exe`;
/** Oldest first. */
const REPORTS = [
  { title: "A vendor announces a conference", text: "Nothing about intrusions is said here." },
  { title: HOSTILE_TITLE, publisher: HOSTILE[3], text: HOSTILE.join("\n") },
  { title: "Ransomware at a port", text: "The operators ran PowerShell (T1059.001)." },
  { title: "On an old gateway", text: "Entry was gained through CVE-2021-26855." },
  {
    title: "APT29 visits two banks",
    publisher: "Example Research",
    url: "https://research.example.com/banks",
    text: `APT29 sent phishing mails (T1566.001) and ran Mimikatz.\n\n${"It went on for days. ".repeat(1_200)}`,
  },
];

async function send(path: string, body: unknown, method = "POST"): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  const init: RequestInit = { method, headers, body: JSON.stringify(body) };
  const answer = await fetch(`${analyst.url}${path}`, init);
  expect([path, answer.ok]).toEqual([path, true]);
  return answer;
}

tests.before(async () => {
  const { url } = tests.service;
  analyst = await startLoginProxy(url, { name: "anna", role: "analyst", secret: "proof" });
  viewer = await startLoginProxy(url, { name: "vera", role: "viewer", secret: "proof" });
});
afterAll(async () => {
  await Promise.all([analyst, viewer].map(async (proxy) => await proxy?.close()));
});

const open = async (search = "", look: Look = {}) =>
  await tests.open(`/intake${search}`, { origin: analyst.url, ...look });
const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const titles = (page: Page) => async () => await page.locator("[data-row] a[id]").allTextContents();
const detail = (page: Page, title: string) => page.getByRole("heading", { level: 2, name: title });
const stateOf = async (title: string) => {
  const answer = await fetch(`${analyst.url}${PATH}?q=${encodeURIComponent(title)}`);
  const [report] = (await answer.json()) as { status: string }[];
  return report?.status;
};

it("an empty intake says what it is for, and what to do next", async () => {
  const page = await open();
  await page.getByRole("heading", { name: "No report has been collected" }).waitFor();
  expect(await page.getByRole("link", { name: "Add a source" }).getAttribute("href")).toBe(
    "/intake/sources",
  );
  await page.getByRole("button", { name: "Add a report manually" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(REPORTS[0]?.title ?? "");
  await page.getByRole("textbox", { name: "Text" }).fill(REPORTS[0]?.text ?? "");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("form", { name: "Add a report" }).count()).toBe(0);
  for (const report of REPORTS) await send(PATH, report);
  const repeated = {
    type: "report",
    id: `report--${crypto.randomUUID()}`,
    name: "On an old gateway",
  };
  await send("/api/pipeline/import/stix", { type: "bundle", objects: [repeated] });
});

it("shows the list, the report and why it may be worth reading", async () => {
  const page = await open("?sort=worth");
  await detail(page, "APT29 visits two banks").waitFor();
  await page.getByRole("link", { name: "Intake 5" }).waitFor();
  const first = row(page, "APT29 visits two banks");
  await first.getByText("1 new technique").waitFor();
  await page.getByRole("link", { name: "G0016 APT29" }).waitFor();
  await page.locator("mark", { hasText: "Mimikatz" }).waitFor();
  await page.getByRole("button", { name: /^Show all \d+ characters$/u }).click();
  await row(page, "On an old gateway").getByText("CVE-2021-26855 exploited").waitFor();
  await row(page, "On an old gateway").getByRole("link").click();
  await page.getByText("1 duplicate").last().click();
  await page.getByRole("link", { name: "by an import" }).waitFor();
  expect(await titles(page)()).toHaveLength(5);
});

it("steps through the list without drawing it again", async () => {
  const page = await open();
  await detail(page, "APT29 visits two banks").waitFor();
  await page.evaluate(() => {
    const touched = new Set<Element | null>();
    const list = document.querySelector("[data-row]")?.parentElement;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        touched.add(element?.closest("[data-row]") ?? null);
      }
    }).observe(list ?? document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { touched });
  });
  await page.keyboard.press("j");
  await detail(page, "On an old gateway").waitFor();
  expect(
    await page.evaluate(() => (globalThis as unknown as { touched: Set<unknown> }).touched.size),
  ).toBe(2);
});

it("narrows and orders the list", async () => {
  const page = await open();
  await page.getByRole("combobox", { name: "Mentions" }).selectOption("Exploited CVEs");
  await expect.poll(titles(page)).toEqual(["On an old gateway"]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill("two banks");
  await expect.poll(titles(page)).toEqual(["APT29 visits two banks"]);
  const csv = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  expect(await (await fetch(`${analyst.url}${csv}`)).text()).toMatch(
    /^id,.*\r\n[^\r]*two banks[^\r]*\r\n$/su,
  );
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("More filters").click();
  await page.getByRole("textbox", { name: "ATT&CK or CVE ID" }).fill("T1059.001");
  await page.keyboard.press("Enter");
  await expect.poll(titles(page)).toEqual(["Ransomware at a port"]);
  await page.getByRole("textbox", { name: "ATT&CK or CVE ID" }).fill("G0007");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No report matches" }).waitFor();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.getByRole("combobox", { name: "Sort" }).selectOption("Most worth reading first");
  await expect.poll(async () => (await titles(page)())[0]).toBe("APT29 visits two banks");
});

it("decides by keyboard, moves on, and takes decisions back", async () => {
  const page = await open();
  await detail(page, "APT29 visits two banks").waitFor();
  await page.keyboard.press("r");
  await detail(page, "On an old gateway").waitFor();
  await row(page, "APT29 visits two banks").getByText("Rejected").waitFor();
  await row(page, "APT29 visits two banks").getByRole("button", { name: "Undo" }).waitFor();
  expect(await stateOf("APT29 visits two banks")).toBe("rejected");
  await page.keyboard.press("u");
  await expect.poll(async () => await stateOf("APT29 visits two banks")).toBe("pending");
  await page.keyboard.press("l");
  await row(page, "On an old gateway").getByText("Later").waitFor();
  await detail(page, "Ransomware at a port").waitFor();
  await page.getByRole("link", { name: "Later 1" }).click();
  await expect.poll(titles(page)).toEqual(["On an old gateway"]);
  await page.getByText("by anna").waitFor();
  await page.getByRole("button", { name: "Move back to pending" }).click();
  await row(page, "On an old gateway").getByText("Pending").waitFor();
});

it("promotes with an analysis, whose progress the row shows", async () => {
  const page = await open("?q=port");
  await detail(page, "Ransomware at a port").waitFor();
  await page.keyboard.press("p");
  await page.getByRole("combobox", { name: "Mode" }).selectOption("Precision");
  await page.getByRole("button", { name: "Promote and analyze" }).click();
  const promoted = row(page, "Ransomware at a port");
  await promoted.getByText("Promoted").waitFor();
  await promoted.getByRole("link", { name: "Open analysis" }).click();
  await page.getByText("PowerShell").first().waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/sessions\//u);
});

it("says why an analysis failed, and starts it again", async () => {
  const page = await open("?q=banks");
  await detail(page, "APT29 visits two banks").waitFor();
  await page.keyboard.press("p");
  await page.getByRole("checkbox", { name: "Fetch and analyze the linked article" }).waitFor();
  await page.keyboard.press("Enter");
  const failed = row(page, "APT29 visits two banks");
  await failed.getByText(/Analysis with a problem: https:\/\/research/u).waitFor();
  await failed.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("checkbox", { name: "Fetch and analyze the linked article" }).uncheck();
  await page.getByRole("button", { name: "Promote and analyze" }).click();
  await failed.getByText("Analyzed ·").waitFor();
  expect(await failed.getByRole("button", { name: "Retry" }).count()).toBe(0);
});

it("shows what a colleague decided meanwhile instead of overwriting it", async () => {
  const page = await open("?q=conference");
  await detail(page, "A vendor announces a conference").waitFor();
  const id = await page.locator("[data-row]").getAttribute("data-row");
  await send(`${PATH}/${id}`, { status: "rejected" }, "PATCH");
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Promote only" }).click();
  await page.getByText("Not changed: A report that is rejected cannot become promoted").waitFor();
  await send(`${PATH}/${id}`, { status: "pending" }, "PATCH");
  await page.getByRole("button", { name: "Try again" }).click();
  await row(page, "A vendor announces").getByText("Promoted").waitFor();
  await expect.poll(async () => await stateOf("A vendor announces")).toBe("promoted");
});

it("changes selected reports at once, and takes that back", async () => {
  for (let n = 1; n <= 3; n += 1) await send(PATH, { title: `Of a series, ${n}` });
  const page = await open("?q=series");
  await detail(page, "Of a series, 3").waitFor();
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.keyboard.press("r");
  await page.getByText("3 reports rejected.").waitFor();
  await expect.poll(async () => await stateOf("Of a series, 1")).toBe("rejected");
  await page.getByRole("button", { name: "Undo last" }).click();
  await page.getByText("3 reports restored.").waitFor();
  await expect.poll(async () => await stateOf("Of a series, 1")).toBe("pending");
});

it("keeps a note and a grade, adds a report, and deletes one", async () => {
  const page = await open("?q=gateway");
  await page.getByRole("textbox", { name: "Note" }).fill("Same entry as in May.");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.getByRole("button", { name: "Save note" }).waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Source reliability" }).selectOption("B");
  await expect
    .poll(async () => (await fetch(`${analyst.url}${PATH}?q=gateway`)).json())
    .toMatchObject([{ analyst_notes: "Same entry as in May.", source_reliability: "B" }]);
  await page.getByRole("button", { name: "Add a report" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("By mail");
  await page.getByRole("button", { name: "Add to the queue" }).click();
  await detail(page, "By mail").waitFor();
  await page.getByRole("button", { name: "Delete report" }).click();
  await page.getByRole("button", { name: "Delete this report" }).click();
  await detail(page, "By mail").waitFor({ state: "detached" });
  expect(await stateOf("By mail")).toBeUndefined();
});

it("shows a viewer everything and no button that would be refused", async () => {
  const page = await tests.open("/intake?q=gateway", { origin: viewer.url });
  await detail(page, "On an old gateway").waitFor();
  await page.getByText("Same entry as in May.").waitFor();
  for (const name of [/Promote/u, /Reject/u, /^Later/u, /Add a report/u, /Delete/u, /Save/u]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  await page.keyboard.press("r");
  expect(await page.getByRole("checkbox").count()).toBe(0);
  expect(await stateOf("On an old gateway")).toBe("pending");
});

it("shows hostile names and texts as text", async () => {
  const page = await open("?q=txt.exe");
  await page.getByText("U+202E").first().waitFor();
  await page
    .getByText(HOSTILE[0] ?? "", { exact: false })
    .first()
    .waitFor();
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
});

it("is a list, then a report, on a narrow screen", async () => {
  const page = await open("?status=all", { width: 390 });
  await row(page, "On an old gateway").getByRole("link").click();
  await detail(page, "On an old gateway").waitFor();
  expect(await page.getByRole("searchbox").isVisible()).toBe(false);
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("searchbox").waitFor();
});

it("has nothing in the way in any look", async () => {
  const page = await open("?status=all&sort=worth");
  await detail(page, "APT29 visits two banks").waitFor();
  await page.getByRole("checkbox", { name: "Select On an old gateway" }).check();
  expect(await barriersOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 844 });
  await row(page, "Of a series, 3").getByRole("link").click();
  await page.getByRole("button", { name: "Promote p" }).click();
  expect(await barriersOf(page)).toEqual([]);
});
