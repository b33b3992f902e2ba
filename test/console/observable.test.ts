import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { addObservable, collectReport, listObservables } from "../support/node/observables.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const SENTENCE = "The C2 server seen-one[.]xyz (Сервер, 服务器) answered on 91.2.3.4.";
const factOf = (page: Page, name: string) =>
  page
    .locator("main dl > div")
    .filter({ has: page.locator("dt").getByText(name, { exact: true }) })
    .locator("dd");

async function seen(): Promise<{ session: string; ids: Record<string, string> }> {
  const { url } = tests.service;
  const text = `APT29 ran PowerShell (T1059.001). ${SENTENCE}`;
  const { body } = await analyse(url, { text, name: "A session that saw it" });
  await collectReport(url, {
    title: "A report that saw it",
    summary: SENTENCE,
    technique_ids: ["T1566"],
    group_ids: ["G0016"],
  });
  const all = await listObservables(url);
  const ids = Object.fromEntries(all.map((one) => [one.normalized_value, one.id]));
  return { session: body.session_id, ids };
}

it("a value tells where it was seen, with what, and leads there", async () => {
  const { session, ids } = await seen();
  const page = await tests.open("/observables?q=seen-one");
  await page.getByRole("link", { name: "seen-one[.]xyz" }).click();
  await page.getByRole("heading", { level: 1, name: "seen-one[.]xyz" }).waitFor();
  expect(await page.title()).toContain("seen-one[.]xyz");
  expect(await factOf(page, "Role").textContent()).toContain("It may be blocked");
  expect(await factOf(page, "Decided by").textContent()).toContain("No analyst");
  expect(await factOf(page, "Active").textContent()).toMatch(/^Until /u);
  await page.locator("mark", { hasText: "seen-one[.]xyz" }).first().waitFor();
  await page.getByText("(Сервер, 服务器)").first().waitFor();
  await page.getByRole("link", { name: "A report that saw it" }).first().waitFor();
  const href = async (name: string) => await page.getByRole("link", { name }).getAttribute("href");
  await page.getByRole("link", { name: "T1566 Phishing" }).waitFor();
  expect(await href("T1566 Phishing")).toContain("/techniques/T1566");
  expect(await href("G0016 APT29")).toContain("/groups/G0016");
  expect(await href("91.2.3[.]4")).toBe(`/observables/${ids["91.2.3.4"]}`);
  await page.getByRole("link", { name: "A session that saw it" }).first().click();
  await page.waitForURL(`**/sessions/${session}?tab=entities`);
});

it("its role, confidence and tags are decided there, and the history tells it", async () => {
  const { url } = tests.service;
  const { id } = await addObservable(url, { kind: "domain", value: "decided.xyz" });
  const page = await tests.open(`/observables/${id}`);
  await page.getByRole("combobox", { name: "Role" }).selectOption({ label: "Legitimate service" });
  await page.getByRole("spinbutton", { name: "Confidence" }).fill("15");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Blocking it would hit everybody").waitFor();
  await page.getByText("set the role to Legitimate service, set the confidence to 15 %").waitFor();
  await page.getByRole("textbox", { name: "New tag" }).fill("волна");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove the tag волна" }).waitFor();
  await page.getByText("set the tags to волна").waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("local confirmed it").waitFor();
  await page.getByRole("button", { name: "Expire" }).click();
  await page.getByText(/^Expired on /u).waitFor();
  expect(await listObservables(url, "q=decided.xyz")).toEqual([
    expect.objectContaining({
      role: "indicator",
      confidence: 90,
      tags: ["волна"],
      active: false,
    }),
  ]);
});

it("a value is suppressed by key, with a way back, and then it is gone", async () => {
  const { url } = tests.service;
  const { id } = await addObservable(url, { kind: "domain", value: "leaving.xyz" });
  const page = await tests.open(`/observables/${id}`, { expected: /404/u });
  const confirm = page.getByRole("button", { name: "Confirm" });
  await confirm.waitFor();
  await page.keyboard.press("r");
  await page.getByText("leaving[.]xyz is being suppressed.").waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.press("u");
  await page.getByText("is being suppressed").waitFor({ state: "detached" });
  expect(await confirm.isEnabled()).toBe(true);
  await page.keyboard.press("r");
  await page.getByText("This value is no longer an observable").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Observables" }).click();
  await page.getByRole("heading", { level: 1, name: "Observables" }).waitFor();
  expect(await listObservables(url, "q=leaving.xyz")).toEqual([]);
});

it("the registry is asked where there is one, and what it says is told", async () => {
  const { url } = tests.service;
  const { id } = await addObservable(url, { kind: "domain", value: "registered.xyz" });
  const { id: hash } = await addObservable(url, { kind: "md5", value: "1".repeat(31) + "2" });
  const page = await tests.open(`/observables/${id}`);
  await page.route(`**/observables/${id}/enrich`, (route) => route.fulfill({ json: {} }));
  await page.getByText("No provider has been queried yet.").waitFor();
  await page.route(`**/observables/${id}/enrichments?*`, (route) =>
    route.fulfill({ json: [ANSWERED], headers: { "X-Total-Count": "1" } }),
  );
  await page.getByRole("button", { name: "Query RDAP" }).click();
  await page.getByText("<b>Registrar</b>").waitFor();
  await page.getByText("registration 2025-12-24").waitFor();
  await page.goto(`${url}/observables/${hash}`);
  await page.getByRole("heading", { name: "History" }).waitFor();
  expect(await page.getByRole("button", { name: /^Query / }).count()).toBe(0);
});

it("hostile, turned around and very long values are shown as what they are", async () => {
  const { url } = tests.service;
  const turned = "<img src=x onerror=globalThis.ran=1>exe.cod";
  const { id } = await addObservable(url, { kind: "mutex", value: turned });
  const long = "长".repeat(2_000);
  const { id: longId } = await addObservable(url, { kind: "misp:comment", value: long });
  const page = await tests.open("/observables", { width: 390 });
  // What is added today is stored without them; what was stored before may have them.
  await page.route(`**/observables/${id}/context`, async (route) => {
    const body = await (await route.fetch()).text();
    await route.fulfill({
      body: body.replaceAll("exe.cod", "\u202eexe.\u200bcod"),
      contentType: "application/json",
    });
  });
  await page.goto(`${url}/observables/${id}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect
    .poll(() => heading.textContent())
    .toBe("<img src=x onerror=globalThis.ran=1>U+202Eexe.U+200Bcod");
  await page.goto(`${url}/observables/${longId}`);
  await expect.poll(() => heading.textContent()).toBe(long);
  await page.goto(`${url}/observables?kind=mutex,misp:comment`);
  await page.getByText("1840 more characters").waitFor();
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
});

const ANSWERED = {
  id: "01a2062c-6627-71c4-b9de-a1fd9bbcbf4d",
  observable_id: "01a2062c-6627-71c4-b9de-a1fd9bbcbf4e",
  provider: "rdap",
  status: "complete",
  confidence: 100,
  asked_for: "registered.xyz",
  summary: {
    handle: null,
    name: "registered.xyz",
    country: "NL",
    registrar: "<b>Registrar</b>",
    range: null,
    status: ["active"],
    events: [{ action: "registration", date: "2025-12-24T08:00:00Z" }],
    nameservers: ["ns1.hoster.net"],
    entities: [{ name: "Jo", roles: ["registrant"], handle: null, email: null }],
    redacted: [],
    related_url: "javascript:globalThis.ran=1",
  },
  facts: [
    { name: "Registrar", value: "<b>Registrar</b>" },
    { name: "Events", value: "registration 2025-12-24" },
  ],
  stats: [],
  reported_by: [],
  related: [],
  as_of: null,
  link: null,
  detail: null,
  source_url: "https://rdap.example/domain/registered.xyz",
  cached: false,
  created_at: "2026-11-23T00:00:00.000Z",
  expires_at: "2026-11-24T00:00:00.000Z",
  audit: [],
};
