import { afterAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { type LoginProxy, startLoginProxy } from "../support/node/login-proxy.ts";
import { addObservable } from "../support/node/observables.ts";
import { HOSTILE } from "../support/node/hostile-texts.ts";

const KEY = "sk-of-a-test-that-nobody-may-see";
const SECRET = "of-a-proxy-that-nobody-may-see";
const tests = useConsole({
  AUTH_ENABLED: "true",
  PROXY_SECRET: SECRET,
  MAX_PDF_PAGES: "500",
  PROVIDER_B_KIND: "openai_compatible",
  PROVIDER_B_MODEL: "a-model",
  PROVIDER_B_BASE_URL: `http://user:${KEY}@models.unit.invalid:9000/v1`,
  PROVIDER_B_API_KEY: KEY,
});
const ROLES = ["admin", "analyst", "viewer"] as const;
type Role = (typeof ROLES)[number];
const proxies = new Map<Role, LoginProxy>();
const originOf = (role: Role) => proxies.get(role)?.url ?? "";
const open = async (path: string, role: Role = "admin") =>
  await tests.open(path, { origin: originOf(role) });

tests.before(async () => {
  for (const role of ROLES) {
    const user = { name: `of ${role}`, role, secret: SECRET };
    proxies.set(role, await startLoginProxy(tests.service.url, user));
  }
  await addObservable(originOf("analyst"), { kind: "domain", value: "audited-one.xyz" });
  await addObservable(originOf("admin"), { kind: "mutex", value: HOSTILE[0] ?? "" });
  const headers = { "Content-Type": "application/json" };
  const url = "https://feed.unit.invalid/rss";
  const added = await fetch(`${originOf("analyst")}/api/pipeline/sources`, {
    method: "POST",
    headers,
    body: JSON.stringify({ url, name: "Audited feed", enabled: false }),
  });
  const { id } = (await added.json()) as { id: string };
  await fetch(`${originOf("admin")}/api/pipeline/sources/${id}`, {
    method: "PATCH",
    headers,
    body: JSON.stringify({ interval_minutes: 180 }),
  });
});
afterAll(async () => {
  await Promise.all([...proxies.values()].map(async (proxy) => await proxy.close()));
});

it("the trail tells who did what, in plain words and with details, and is verified", async () => {
  const page = await open("/admin", "viewer");
  await page.getByText("of analyst added an observable: audited-one.xyz").waitFor();
  const changed = page.getByRole("row").filter({ hasText: "of admin changed a source" });
  await changed.getByText("Details").click();
  await changed.getByText("60 → 180").waitFor();
  await changed.getByRole("link", { name: "View source" }).waitFor();
  await page.getByRole("button", { name: "Verify the trail" }).click();
  await page.getByText(/^Verified, \d+ entries$/u).waitFor();
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  expect(await barriersOf(page)).toEqual([]);
});

it("the trail is narrowed by who, what and when, and exported so", async () => {
  const page = await open("/admin");
  const entries = page.locator("tbody tr");
  await page.getByRole("textbox", { name: "Who" }).fill("of analyst");
  await page.keyboard.press("Enter");
  await expect.poll(async () => await entries.count()).toBe(2);
  await page.getByRole("combobox", { name: "Action" }).selectOption("Added a source");
  await expect.poll(async () => await entries.count()).toBe(1);
  await page.reload();
  await expect.poll(async () => await entries.count()).toBe(1);
  const address = await page
    .getByRole("link", { name: "Export these entries" })
    .getAttribute("href");
  const lines = (await (await fetch(`${originOf("admin")}${address}`)).text()).trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("Audited feed");
  await page.getByLabel("Until").fill("2020-01-31");
  await page.getByText("No entry matches.").waitFor();
});

it("a dead job says why and is started again", async () => {
  const page = await open("/admin/jobs");
  await page.getByText("Load the shipped release").first().waitFor();
  const dead = {
    id: "00000000-0000-4000-8000-000000000001",
    kind: "check_and_sync",
    state: "dead",
    actor: "scheduler",
    subject: { source_id: null, report_id: null, domain: "ics-attack", version: "19.1" },
    attempts: 5,
    run_after: "2026-11-01T10:00:00.000Z",
    error: "The host was silent for 30 seconds.",
    created_at: "2026-11-01T10:00:00.000Z",
    updated_at: "2026-11-01T10:05:00.000Z",
    finished_at: "2026-11-01T10:05:00.000Z",
  };
  let retried = "";
  await page.route(/\/api\/jobs\?.*state=dead/u, async (route) => {
    const json = [retried === "" ? dead : { ...dead, state: "queued" }];
    await route.fulfill({ json, headers: { "X-Total-Count": "1" } });
  });
  await page.route(/\/api\/jobs\/.*\/retry/u, async (route) => {
    retried = route.request().url();
    await route.fulfill({ status: 202, json: { ...dead, state: "queued" } });
  });
  await page.getByRole("button", { name: /^Dead/u }).click();
  await page.getByText("The host was silent for 30 seconds.").waitFor();
  await page.getByText("5 attempts").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Retry: Update the knowledge base" }).click();
  await page.getByRole("cell", { name: /^Queued/u }).waitFor();
  expect(retried).toContain(dead.id);
});

it("an admin sees what is set, and never a secret", async () => {
  const page = await open("/admin/settings");
  await page.getByText("Set in the environment").waitFor();
  await page.getByRole("row").filter({ hasText: "MAX_PDF_PAGES" }).getByText("500 pages").waitFor();
  await page
    .getByRole("row", { name: /^Provider B/u })
    .getByText("models.unit.invalid:9000")
    .waitFor();
  for (const group of await page.locator("main summary").all()) await group.click();
  const content = await page.content();
  expect([KEY, SECRET].filter((secret) => content.includes(secret))).toEqual([]);
  expect(await barriersOf(page)).toEqual([]);
});

it.each(["analyst", "viewer"] as const)("the role %s sees only what it may read", async (role) => {
  const refused: string[] = [];
  const page = await open("/admin", role);
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(answer.url());
  });
  await page.getByText("of analyst added an observable").waitFor();
  const pages = page.getByRole("navigation", { name: "Pages of the section" });
  expect(await pages.getByRole("link").allTextContents()).toEqual([
    "Audit",
    "API tokens",
    "Settings",
  ]);
  await pages.getByRole("link", { name: "Settings" }).click();
  await page.getByText("Only an admin may see the settings and providers.").waitFor();
  await page.getByText(`of ${role}`, { exact: true }).waitFor();
  await page.goto(`${originOf(role)}/admin/jobs`);
  await page.getByText("Only an admin may see the jobs.").waitFor();
  expect(refused).toEqual([]);
});

it("an analyst creates an API token, sees it once, and revokes it", async () => {
  const page = await open("/admin/tokens", "analyst");
  await page.getByText("There are no API tokens yet.").waitFor();
  await page.getByRole("button", { name: "Create token" }).click();
  const roles = page.getByRole("combobox", { name: "Role" });
  expect(await roles.getByRole("option").allTextContents()).toEqual([
    "Viewer: read",
    "Analyst: read and change",
  ]);
  await page.keyboard.type("Nightly import");
  await page.keyboard.press("Enter");
  await page.getByText("Copy it now: it is not shown again.").waitFor();
  const token = await page.locator("code").textContent();
  const me = await fetch(`${tests.service.url}/api/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await me.json()).toMatchObject({ name: "of analyst (Nightly import)", role: "viewer" });
  expect(await barriersOf(page)).toEqual([]);
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "Nightly import" });
  await row.getByText(`${token?.slice(0, 17)}…, created by of analyst`).waitFor();
  expect(await page.content()).not.toContain(token);
  await row.getByRole("button", { name: "Revoke: Nightly import" }).press("Enter");
  await row.getByRole("button", { name: "Revoke for good: Nightly import" }).press("Enter");
  await page.getByText("There are no API tokens yet.").waitFor();
});

it("a viewer is told whom to ask for an API token", async () => {
  const page = await open("/admin/tokens", "viewer");
  await page.getByText("You have read-only access. Ask an analyst for an API token.").waitFor();
  expect(await page.getByRole("button", { name: "Create token" }).count()).toBe(0);
});
