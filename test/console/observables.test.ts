import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { addObservable, collectReport, listObservables } from "../support/node/observables.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const VALUES = [
  { kind: "domain", value: "login.evil-one.xyz", tags: ["phishing"] },
  { kind: "domain", value: "evil-one.xyz" },
  { kind: "ipv4", value: "77.88.1.5" },
  { kind: "ipv4", value: "77.88.2.6", confidence: 40 },
  { kind: "url", value: "https://evil-two.xyz/a.php?b=1.2" },
  { kind: "email", value: "boss@evil-two.xyz" },
  { kind: "file_path", value: String.raw`C:\Users\Иван\加载.exe` },
  { kind: "mutex", value: String.raw`Global\Run Once` },
  { kind: "md5", value: "0123456789abcdef0123456789abcdef" },
];

tests.before(async () => {
  for (const one of VALUES) await addObservable(tests.service.url, one);
  await collectReport(tests.service.url, {
    title: "A collected report",
    summary: "The actor used collected-one[.]xyz and 91.2.3.4.",
  });
});

const rows = (page: Page) => page.locator("tbody tr");
const row = (page: Page, value: string) =>
  page.getByRole("row").filter({ has: page.getByText(value, { exact: true }) });

/** The values that the list shows, in order. */
const shown = (page: Page) => async () =>
  (await rows(page).locator("th a").allTextContents()).toSorted();

it("observables are found by what they begin with, by domain and by network", async () => {
  const page = await tests.open("/observables");
  await page.getByText("11 observables").waitFor();
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("evil-one.xyz");
  await expect.poll(shown(page)).toEqual(["login.evil-one[.]xyz", "evil-one[.]xyz"].toSorted());
  await search.fill("77.88.0.0/16");
  await expect.poll(shown(page)).toEqual(["77.88.1[.]5", "77.88.2[.]6"].toSorted());
  await page.getByRole("textbox", { name: "Minimum confidence" }).fill("50");
  await page.keyboard.press("Enter");
  await expect.poll(shown(page)).toEqual(["77.88.1[.]5"]);
  await page.reload();
  await expect.poll(shown(page)).toEqual(["77.88.1[.]5"]);
  await page.goto(`${tests.service.url}/observables?kind=url,email&origin=manual&active=true`);
  await expect
    .poll(shown(page))
    .toEqual(["hxxps://evil-two[.]xyz/a.php?b=1.2", "boss[@]evil-two[.]xyz"].toSorted());
  await page.getByText("Kind: 2").click();
  await page.getByRole("checkbox", { name: "URL" }).uncheck();
  await expect.poll(shown(page)).toEqual(["boss[@]evil-two[.]xyz"]);
  await page.getByRole("combobox", { name: "Active" }).selectOption("Expired");
  await page.getByText("No observable matches.").waitFor();
});

it("what is refused is told", async () => {
  const expected = /422/u;
  const page = await tests.open("/observables?min_confidence=much", { expected });
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("min_confidence");
});

it("values are defanged until the reader wants them plain, and copied plain on purpose", async () => {
  const page = await tests.open("/observables?q=evil-two.xyz");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("boss[@]evil-two[.]xyz").waitFor();
  expect(await page.getByText("boss@evil-two.xyz").count()).toBe(0);
  await page.getByRole("button", { name: "Copy plain value boss@evil-two.xyz" }).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("boss@evil-two.xyz");
  await page.getByRole("button", { name: "Defanged" }).click();
  await page.getByText("boss@evil-two.xyz", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("boss@evil-two.xyz", { exact: true }).waitFor();
});

it("paths and names in Russian and Chinese are shown as written", async () => {
  const page = await tests.open("/observables?kind=file_path,mutex");
  await expect
    .poll(shown(page))
    .toEqual([String.raw`C:\Users\Иван\加载.exe`, String.raw`Global\Run Once`].toSorted());
});

it("exports have the filters at hand", async () => {
  const page = await tests.open("/observables?q=evil-two.xyz&kind=url");
  const address = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  const csv = await (await fetch(`${tests.service.url}${address}`)).text();
  expect(csv.trim().split("\r\n")).toHaveLength(2);
  expect(csv).toContain("https://evil-two.xyz/a.php");
  await page.getByRole("checkbox", { name: "Export defanged" }).check();
  const defanged = await page.getByRole("link", { name: "Block list" }).getAttribute("href");
  expect(defanged).toContain("q=evil-two.xyz&kind=url&format=txt&defang=true");
  expect(await page.getByRole("link", { name: "STIX" }).getAttribute("href")).not.toContain(
    "defang",
  );
});

it("the preview of the block list has one value a line", async () => {
  const page = await tests.open("/observables?q=77.88.0.0/16");
  await page.getByRole("button", { name: "Preview block list" }).click();
  const list = page.locator("pre");
  await list.getByText("77.88.1[.]5", { exact: true }).waitFor();
  expect(await list.textContent()).not.toContain("U+000A");
});

it("several are tagged, untagged, confirmed and expired at once", async () => {
  const { url } = tests.service;
  const page = await tests.open("/observables?q=77.88.0.0/16");
  await page.getByRole("checkbox", { name: "Choose 77.88.1.5" }).check();
  await page.getByRole("checkbox", { name: "Choose 77.88.2.6" }).check();
  await page.getByText("2 selected").waitFor();
  const tag = page.getByRole("textbox", { name: "Tag for the chosen" });
  await tag.fill("волна 7");
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByText("2 tagged.").waitFor();
  expect(await listObservables(url, `tag=${encodeURIComponent("волна 7")}`)).toHaveLength(2);
  await page.getByRole("button", { name: "Untag" }).click();
  await page.getByText("2 without the tag.").waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("2 confirmed.").waitFor();
  await page.getByRole("button", { name: "Expire", exact: true }).click();
  await page.getByText("2 expired.").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  const after = await listObservables(url, "q=77.88.0.0/16");
  expect(after.map(({ confidence, active, tags }) => ({ confidence, active, tags }))).toEqual([
    { confidence: expect.any(Number), active: false, tags: [] },
    { confidence: expect.any(Number), active: false, tags: [] },
  ]);
  expect(Math.min(...after.map(({ confidence }) => confidence))).toBeGreaterThanOrEqual(90);
});

it("what is suppressed can be taken back, and goes for good if it is not", async () => {
  const { url } = tests.service;
  const ids = [
    await addObservable(url, { kind: "domain", value: "going-one.xyz", tags: ["kept"] }),
    await addObservable(url, { kind: "domain", value: "going-two.xyz" }),
  ].map(({ id }) => id);
  const page = await tests.open("/observables?q=going");
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: "Suppress" }).click();
  await page.getByText("2 observables are being suppressed.").waitFor();
  expect(await rows(page).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(shown(page)).toEqual(["going-one[.]xyz", "going-two[.]xyz"].toSorted());
  const kept = await listObservables(url, "q=going");
  expect(kept.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(kept.flatMap(({ tags }) => tags)).toEqual(["kept"]);
  await page.getByRole("checkbox", { name: "Choose going-two.xyz" }).uncheck();
  await page.getByRole("button", { name: "Suppress" }).click();
  await page.getByText("going-one[.]xyz is being suppressed.").waitFor();
  const left = async () =>
    (await listObservables(url, "q=going")).map((one) => one.normalized_value);
  await expect.poll(left).toEqual(["going-two.xyz"]);
  await page.getByText("is being suppressed").waitFor({ state: "detached" });
  await expect.poll(shown(page)).toEqual(["going-two[.]xyz"]);
});

it("who leaves the page has not taken a suppression back", async () => {
  const { url } = tests.service;
  await addObservable(url, { kind: "domain", value: "left-behind.xyz" });
  const page = await tests.open("/observables?q=left-behind");
  await page.getByRole("checkbox", { name: "Choose left-behind.xyz" }).check();
  await page.getByRole("button", { name: "Suppress" }).click();
  await page.getByText("is being suppressed").waitFor();
  await page.goto(`${url}/docs`);
  const left = async () => await listObservables(url, "q=left-behind");
  await expect.poll(left).toEqual([]);
});

it("a change that did not reach the service is told and tried again", async () => {
  const { url } = tests.service;
  await addObservable(url, { kind: "domain", value: "unreached.xyz" });
  const page = await tests.open("/observables?q=unreached", { expected: /ERR_|Failed to load/u });
  await page.route("**/observables/bulk", (route) => route.abort());
  await page.getByRole("checkbox", { name: "Choose unreached.xyz" }).check();
  await page.getByRole("textbox", { name: "Tag for the chosen" }).fill("again");
  await page.keyboard.press("Enter");
  await page.getByText("The service cannot be reached").waitFor();
  await page.unroute("**/observables/bulk");
  await page.getByRole("button", { name: "Try again" }).click();
  await row(page, "again").waitFor();
  await page.route("**/observables/bulk", (route) => route.abort());
  await page.getByRole("button", { name: "Suppress" }).click();
  await page.getByText("was not suppressed.").waitFor();
  await expect.poll(shown(page)).toEqual(["unreached[.]xyz"]);
  await page.unroute("**/observables/bulk");
  await page.getByRole("button", { name: "Suppress again" }).click();
  await expect.poll(() => listObservables(url, "q=unreached")).toEqual([]);
});

it("one is added by hand, and what is none is refused", async () => {
  const page = await tests.open("/observables", { expected: /422/u });
  await page.getByRole("button", { name: "Add an observable" }).click();
  const value = page.getByRole("textbox", { name: "Value, defanged or not" });
  await value.fill("no domain");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("alert").getByText("'value' must be").waitFor();
  // A reload keeps what was typed.
  await page.reload();
  await page.getByRole("button", { name: "Add an observable" }).click();
  expect(await value.inputValue()).toBe("no domain");
  await value.fill("by-hand[.]xyz");
  await page.getByRole("textbox", { name: "Tags with commas" }).fill("one, two");
  await page.keyboard.press("Enter");
  await page.getByText("was added.").waitFor();
  const [added] = await listObservables(tests.service.url, "q=by-hand.xyz");
  expect(added).toMatchObject({ role: "indicator", tags: ["one", "two"] });
  expect(await barriersOf(page)).toEqual([]);
});

it("the observables of a session are led to from its entities", async () => {
  const text = "The actor ran PowerShell (T1059.001) from session-one[.]xyz and 91.2.3.4.";
  const { body } = await analyse(tests.service.url, { text, name: "With observables" });
  const page = await tests.open(`/sessions/${body.session_id}?tab=entities`);
  await page.getByRole("link", { name: "session-one.xyz" }).click();
  await expect.poll(shown(page)).toEqual(["session-one[.]xyz"]);
  expect(new URL(page.url()).searchParams.get("q")).toBe("session-one.xyz");
  await page.goBack();
  await page
    .getByRole("link", { name: "Review and export the observables of this report" })
    .click();
  await expect.poll(shown(page)).toEqual(["session-one[.]xyz", "91.2.3[.]4"].toSorted());
  await page.getByRole("button", { name: "Remove filter: in one report" }).click();
  await page.getByText("0123456789abcdef0123456789abcdef", { exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Page, report/u }).fill("session-one.xyz");
  await page.getByRole("option", { name: "Observables with session-one.xyz" }).click();
  await expect.poll(shown(page)).toEqual(["session-one[.]xyz"]);
});
