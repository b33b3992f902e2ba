import { afterAll, beforeAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { type LoginProxy, startLoginProxy } from "../support/node/login-proxy.ts";
import { analyse } from "../support/node/service.ts";
import { Upstream } from "../support/node/upstream.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";
import { smallBundle } from "../support/bundles.ts";
import { SHIPPED } from "../support/shipped.ts";

const upstream = new Upstream([]);
const settings: Record<string, string> = { AUTH_ENABLED: "true", PROXY_SECRET: "proof" };
// Before the service starts, which has to know its address.
beforeAll(async () => {
  await upstream.listen();
  settings["ATTACK_INDEX_URL"] = upstream.indexUrl;
});
const tests = useConsole(settings);
let anna: LoginProxy;
let vera: LoginProxy;
tests.before(async () => {
  const { url } = tests.service;
  anna = await startLoginProxy(url, { name: "anna", role: "admin", secret: "proof" });
  vera = await startLoginProxy(url, { name: "vera", role: "viewer", secret: "proof" });
});
afterAll(async () => {
  upstream.close();
  await Promise.all([anna, vera].map(async (proxy) => await proxy?.close()));
});

const HOSTILE = `<img src=x onerror="globalThis.ran=1">\u202Egnp`;
const home = async (proxy: LoginProxy, look = {}) =>
  await tests.open("/", { origin: proxy.url, ...look });
const send = async (path: string, body: object) => {
  const answer = await fetch(`${anna.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { id: string };
};

it("a first visit shows what to do, and the sample opens as a finished session", async () => {
  const page = await home(anna);
  await page.getByText("keeps every report on this machine").waitFor();
  await page.getByRole("heading", { name: "How it works" }).waitFor();
  await page.getByText("No report is pending.").waitFor();
  await untilQuiet(page);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Try a sample report" }).click();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  await page.getByRole("heading", { level: 1, name: "Sample report" }).waitFor();
  await page.getByRole("button", { name: /^T1/u }).first().waitFor();
  const first = page.url();

  // A second time it is the same session, which is listed by now.
  await page.goto(`${anna.url}/`);
  await page.getByRole("link", { name: "Sample report" }).waitFor();
  expect(await page.getByRole("heading", { name: "How it works" }).count()).toBe(0);
  await page.getByRole("button", { name: "Try a sample report" }).click();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  expect(page.url()).toBe(first);
  await page.goto(`${anna.url}/`);
  await page.getByRole("link", { name: "Analyze a report" }).first().click();
  await page.waitForURL("**/analyze");
});

it("what waits and what failed is there, and text is only text", async () => {
  await analyse(anna.url, { text: "The actor ran PowerShell.", name: HOSTILE });
  await send("/api/pipeline/intake", { title: HOSTILE, publisher: HOSTILE });
  for (let n = 0; n < 5; n += 1) await send("/api/pipeline/intake", { title: `Report ${n}` });
  const { id } = await send("/api/pipeline/sources", {
    url: "https://feed.invalid/rss.xml",
    name: HOSTILE,
  });
  await send(`/api/pipeline/sources/${id}/run`, {});
  const page = await home(anna, { width: 390 });
  await page.getByRole("link", { name: "Review 6 pending" }).waitFor();
  await page.getByRole("heading", { name: "Needs attention" }).waitFor();
  await page.getByText(/feed\.invalid.*cannot be reached/u).waitFor();
  await untilQuiet(page);
  expect(await barriersOf(page)).toEqual([]);
  const seen = await page.evaluate(() => ({
    ran: "ran" in globalThis,
    images: document.images.length,
    width: document.documentElement.scrollWidth,
  }));
  expect(seen).toEqual({ ran: false, images: 0, width: 390 });
});

it("what is assigned to the reader comes first, and to nobody else", async () => {
  const text = "The actor dumped LSASS memory with Mimikatz.";
  const { body } = await analyse(anna.url, { text, name: "Mine to review" });
  const answer = await fetch(`${anna.url}/api/analyze/sessions/${body.session_id}`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ assignee: "anna", review_state: "in_review" }),
  });
  expect(answer.status).toBe(200);
  const page = await home(anna);
  const mine = page.getByRole("region", { name: "Assigned to me" });
  await mine.getByRole("link", { name: "Mine to review" }).waitFor();
  await mine.getByText("In review").waitFor();
  await mine.getByRole("link", { name: "All 1 assigned" }).click();
  await page.waitForURL(/\/sessions\?assignee=me/u);
  const other = await home(vera);
  await other.getByRole("link", { name: "Mine to review" }).waitFor();
  await untilQuiet(other);
  expect(await other.getByRole("region", { name: "Assigned to me" }).count()).toBe(0);
});

it("a viewer sees the work and no button that would be refused", async () => {
  const page = await home(vera);
  await page.getByRole("link", { name: "Sample report" }).waitFor();
  await page.getByText("vera, viewer").waitFor();
  await untilQuiet(page);
  expect(await page.locator("main button").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Analyze a report" }).count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
});

it("the full release is offered until it was declined", async () => {
  const page = await home(anna);
  const offer = page.getByRole("region", { name: "Full release" });
  await offer.getByRole("button", { name: "Not now" }).click();
  await offer.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("link", { name: "Sample report" }).waitFor();
  await untilQuiet(page);
  expect(await offer.count()).toBe(0);
});

it("a full release that cannot be had says what to do, and one that can is there after a click", async () => {
  const page = await home(anna);
  const offer = page.getByRole("region", { name: "Full release" });
  const get = offer.getByRole("button", {
    name: `Get ATT&CK ${SHIPPED.version} with descriptions`,
  });
  await get.click();
  await offer.getByText("Failed", { exact: true }).waitFor();
  await offer.getByText("No network? Download the release on another machine").waitFor();

  const bytes = new TextEncoder().encode(JSON.stringify(smallBundle(SHIPPED.version)));
  upstream.offered = [{ ...SHIPPED, bytes: () => bytes }];
  await offer.getByRole("button", { name: "Try again" }).click();
  await offer.getByText(`ATT&CK ${SHIPPED.version} with descriptions is ready.`).waitFor();
  await offer.getByRole("button", { name: "Close" }).click();
  await offer.waitFor({ state: "detached" });
  const versions = await (await fetch(`${anna.url}/api/attack/versions`)).json();
  expect(versions).toMatchObject([{ version: SHIPPED.version, origin: "bundle" }]);
});
