import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { collect, importRule, sigmaRule } from "../support/node/coverage.ts";
import { press } from "../support/node/keyboard.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const REPORT = "The actor ran PowerShell (T1059.001), used valid accounts (T1078) and T1105.";
const IDS = "T1059.001,T1078,T1105";

/** The numbers of the states, as the page says them. */
const tiles = (page: Page) => async () =>
  (await page.getByRole("group", { name: "Techniques by state" }).getByRole("button").all())
    .length === 5
    ? await page
        .getByRole("group", { name: "Techniques by state" })
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => Number(/\d+/u.exec(one.textContent)?.[0])))
    : [];

const rows = (page: Page) => page.locator("[id^='covered-T']");

it("a team without rules and logs is told what to do, and is blind", async () => {
  const page = await tests.open(`/coverage?technique_ids=${IDS}`);
  await page.getByText("No log source is collected yet").waitFor();
  await page.getByRole("link", { name: "Import the rules that you run" }).waitFor();
  expect(await tiles(page)()).toEqual([0, 0, 0, 0, 3]);
  expect(await barriersOf(page)).toEqual([]);
});

it("states follow rules and logs, and each is proven", async () => {
  const { url } = tests.service;
  const ruleId = await importRule(url, sigmaRule(1, "Encoded commands", "T1059.001"));
  await importRule(url, sigmaRule(2, "A draft of mine", "T1078"), "draft");
  await importRule(url, sigmaRule(3, "On a Mac", "T1105", "macos"));
  await collect(url, [
    { name: "WinEventLog:Sysmon", channels: ["EventCode=1"], platforms: ["Windows"] },
  ]);
  const { body } = await analyse(url, { text: REPORT, name: "A winter campaign" });
  const page = await tests.open(`/sessions/${body.session_id}`);
  await page.getByRole("link", { name: "Coverage", exact: true }).last().click();
  await page.getByText("Report A winter campaign · 3 techniques").waitFor();
  const state = page.getByRole("group", { name: "Techniques by state" });
  await state.getByRole("button", { name: /1 Should fire/u }).waitFor();
  await state.getByRole("button", { name: /^.*Should fire/u }).click();
  await expect
    .poll(() => rows(page).allTextContents())
    .toEqual([expect.stringMatching(/^T1059\.001/u)]);
  await rows(page).first().click();
  const proof = page.getByRole("complementary", { name: "Proof" });
  await proof.getByText("its data is collected, by WinEventLog:Sysmon EventCode=1").waitFor();
  const link = proof.getByRole("link", { name: "Encoded commands" });
  expect(await link.getAttribute("href")).toBe(`/rules/${ruleId}`);
  expect(await barriersOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "Close the proof" }).click();
  await state.getByRole("button", { name: /Rule without data/u }).click();
  await expect.poll(() => rows(page).allTextContents()).toEqual([expect.stringMatching(/^T1105/u)]);
  await page.reload();
  await expect.poll(() => rows(page).allTextContents()).toEqual([expect.stringMatching(/^T1105/u)]);
  await page.goto(`${url}/coverage?technique_ids=${IDS}&technique=T1078`);
  expect(await proof.getByRole("link", { name: "1 draft" }).getAttribute("href")).toContain(
    "technique_id=T1078&state=draft",
  );
});

it("sets are added and taken off, and stand in the address", async () => {
  const page = await tests.open("/coverage");
  await page.getByText("All techniques of the release.").waitFor();
  await page.getByRole("combobox", { name: "Add from" }).selectOption("Group");
  await page.getByRole("combobox", { name: "Group to add" }).selectOption("G0016");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText(/^Group APT29 · \d+ techniques/u).waitFor();
  await page.getByRole("combobox", { name: "Add from" }).selectOption("Technique IDs");
  await page.getByRole("textbox", { name: /^Technique IDs/u }).fill("see t1595, and T9999");
  await page.keyboard.press("Enter");
  await page.getByText(/Technique IDs T1595, T9999/u).waitFor();
  await page.getByText("Skipped: not in this release: 1 technique").click();
  await page.getByText("T9999", { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("technique_ids")).toBe("T1595,T9999");
  await page.getByRole("button", { name: "Take off: Group APT29" }).click();
  await expect.poll(() => rows(page).count()).toBe(1);
  const links = page.getByRole("navigation", { name: "Exports" }).getByRole("link");
  const formats = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, link.getAttribute("href")]),
  );
  const of = "?technique_ids=T1595%2CT9999";
  expect(formats).toEqual([
    ["Navigator", `/api/coverage/navigator${of}`],
    ["CSV", `/api/coverage/csv${of}`],
    ["PDF", `/api/coverage/pdf${of}`],
    ["OpenCTI", `/api/coverage/stix${of}`],
    ["DeTT&CT", `/api/coverage/dettect${of}`],
  ]);
});

it("what is not there or not known is told", async () => {
  const expected = /400|404|422/u;
  const page = await tests.open("/coverage?group_id=G9999", { expected });
  expect(await page.getByRole("alert").textContent()).toContain("G9999");
  await page.getByRole("button", { name: /^Take off: Group G9999/u }).click();
  await page.getByRole("group", { name: "Techniques by state" }).waitFor();
  await page.goto(`${tests.service.url}/coverage?technique_ids=T1059&technique=nonsense`);
  await page.getByRole("complementary", { name: "Proof" }).getByRole("alert").waitFor();
});

it("techniques are gone through by keyboard alone", async () => {
  const page = await tests.open("/");
  await page.addInitScript(() =>
    addEventListener("pointerdown", () => console.error("A mouse was used."), { capture: true }),
  );
  await page.goto(`${tests.service.url}/coverage?technique_ids=T1059,T1078,T1105,T1595`);
  await expect.poll(() => rows(page).count()).toBe(4);
  const order = await rows(page).evaluateAll((all) => all.map((one) => one.id.slice(8)));
  const chosen = () => new URL(page.url()).searchParams.get("technique");
  for (const [key, at] of [
    ["j", 0],
    ["j", 1],
    ["j", 2],
    ["k", 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(chosen).toBe(order[at]);
  }
  await page.keyboard.press("Escape");
  await expect.poll(chosen).toBe(null);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(`covered-${order[1]}`);
  await page.keyboard.press("5");
  await page.getByText(/technique(?:s)?, blind/u).waitFor();
  await page.keyboard.press("5");
  await page.keyboard.press("/");
  await page.locator("#coverage-search:focus").waitFor();
  await page.keyboard.type("T1595");
  await expect.poll(() => rows(page).count()).toBe(1);
  await press(page, page.getByRole("button", { name: "As squares" }));
  await page.getByRole("button", { name: /^T1595 Active Scanning: blind/u }).waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.getByRole("button", { name: "As squares" }).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Next, previous technique with its proof").waitFor();
});

it("what to test first has its factors, tests and rules", async () => {
  const page = await tests.open(`/coverage?technique_ids=${IDS}&view=test-first`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const items = page.locator("main ol > li");
  await expect.poll(() => items.count()).toBe(3);
  const powershell = items.filter({ hasText: "T1059.001" });
  expect(await powershell.locator("dl").textContent()).toMatch(
    /^Confidence1\.00Use\d\.\d\dGap0\.20Test1\.00$/u,
  );
  await powershell.getByRole("link", { name: "Encoded commands" }).waitFor();
  const copy = powershell.getByRole("button", { name: /^Copy GUID/u }).first();
  const guid = (await copy.getAttribute("aria-label"))?.slice("Copy GUID ".length);
  await copy.click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(guid);
  expect(guid).toMatch(/^[\da-f]{8}-/u);
  expect(await barriersOf(page)).toEqual([]);
});

it("a test is recorded beside its row, makes the technique proven, and a miss takes that away", async () => {
  const page = await tests.open(`/coverage?technique_ids=${IDS}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await rows(page).filter({ hasText: "T1059.001" }).click();
  const proof = page.getByRole("complementary", { name: "Proof" });
  await proof.getByText("No test is recorded.", { exact: false }).waitFor();
  const box = await proof.boundingBox();
  expect(box?.y).toBeLessThan(500);
  const record = async (result: string, events: string) => {
    await proof.getByRole("button", { name: "Record a test of T1059.001" }).click();
    const form = proof.getByRole("form", { name: "Test" });
    await form.getByRole("radio", { name: result }).check();
    await form.getByRole("textbox", { name: "Events" }).fill(events);
    await form.getByRole("button", { name: "Record the test" }).click();
    await form.waitFor({ state: "detached" });
  };
  await record("Detected", "3");
  const history = proof.getByRole("list", { name: "Tests of T1059.001" }).getByRole("listitem");
  await expect.poll(() => history.count()).toBe(1);
  expect(await history.first().textContent()).toMatch(/Detected.*recorded by local.*3 events/u);
  const state = page.getByRole("group", { name: "Techniques by state" });
  await state.getByRole("button", { name: /1 Proven/u }).waitFor();
  await state.getByRole("button", { name: /0 Should fire/u }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await record("Missed", "<img src=x> ticket 7");
  await state.getByRole("button", { name: /1 Should fire/u }).waitFor();
  await expect.poll(() => history.first().textContent()).toMatch(/Missed.*<img src=x> ticket 7/u);
  await proof.getByText("Atomic Red Team:", { exact: false }).waitFor();
});

it("tests are listed, filtered, edited and deleted, and a colleague's change is seen first", async () => {
  const { url } = tests.service;
  const page = await tests.open("/coverage/tests?attack_id=T1059.001", { expected: /412/u });
  const table = page.getByRole("table").getByRole("row");
  await expect.poll(() => table.count()).toBe(3);
  await page.getByRole("combobox", { name: "Result" }).selectOption("Missed");
  await expect.poll(() => table.count()).toBe(2);
  expect(new URL(page.url()).search).toBe("?attack_id=T1059.001&result=missed");
  await page.getByRole("button", { name: "Edit the test of T1059.001" }).click();
  const form = page.getByRole("form", { name: "Test" });
  await form.getByRole("textbox", { name: "Note" }).fill("My note");
  const [test] = (await (await fetch(`${url}/api/coverage/tests?result=missed`)).json()) as [
    { test_id: string },
  ];
  await fetch(`${url}/api/coverage/tests/${test.test_id}`, {
    method: "PATCH",
    body: JSON.stringify({ note: "Their note" }),
  });
  await form.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("alert");
  await conflict.getByText("Their note", { exact: false }).waitFor();
  await conflict.getByRole("button", { name: "Apply mine" }).click();
  await page.getByRole("cell", { name: "My note" }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete the test of T1059.001" }).click();
  await page.getByRole("button", { name: "Delete the test", exact: true }).click();
  await page.getByText("No test matches these filters.").waitFor();
});

it("the list of tests teaches where it is empty, and records by itself", async () => {
  const page = await tests.open("/coverage/tests");
  for (const { test_id: id } of (await (
    await fetch(`${tests.service.url}/api/coverage/tests`)
  ).json()) as { test_id: string }[]) {
    await fetch(`${tests.service.url}/api/coverage/tests/${id}`, { method: "DELETE" });
  }
  await page.reload();
  await page.getByText("No test is recorded yet.").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Record a test" }).click();
  await page.getByRole("textbox", { name: "Technique" }).fill("t1105");
  await page.getByRole("radio", { name: "Blocked" }).check();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Record the test" }).click();
  await page.getByText("Recorded for T1105: blocked.").waitFor();
  await page.getByRole("link", { name: "T1105 Ingress Tool Transfer" }).waitFor();
});

it("what to collect next says what each step shows", async () => {
  const page = await tests.open(`/coverage?technique_ids=${IDS},T1595&view=collect-next`);
  await page.getByText(/^\d of 4 techniques have data now\./u).waitFor();
  const steps = page.locator("main ol > li");
  expect(await steps.first().textContent()).toContain("Collected now");
  expect(await steps.count()).toBeGreaterThan(1);
  await steps
    .nth(1)
    .getByText(/^Shows 1 more technique/u)
    .click();
  expect(await barriersOf(page)).toEqual([]);
});
