import { afterAll, beforeAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { type LoginProxy, startLoginProxy } from "../support/node/login-proxy.ts";
import { analyse } from "../support/node/service.ts";
import { Upstream } from "../support/node/upstream.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";
import { smallBundle, smallObjects } from "../support/bundles.ts";
import { SHIPPED } from "../support/shipped.ts";

const upstream = new Upstream([]);
const settings: Record<string, string> = { AUTH_ENABLED: "true", PROXY_SECRET: "proof" };
// Before the service starts, which has to know its address.
beforeAll(async () => {
  await upstream.listen();
  settings["ATTACK_INDEX_URL"] = upstream.indexUrl;
});
const tests = useConsole(settings);
const people: Record<string, LoginProxy> = {};
const by = (role: string) => people[role]?.url ?? "";
tests.before(async () => {
  for (const role of ["admin", "analyst", "viewer"]) {
    const user = { name: role, role, secret: "proof" };
    people[role] = await startLoginProxy(tests.service.url, user);
  }
});
afterAll(async () => {
  upstream.close();
  await Promise.all(Object.values(people).map(async (proxy) => await proxy.close()));
});

const HOSTILE = `<img src=x onerror="globalThis.ran=1">`;
const bundleOf = (version: string, objects = smallObjects()) => ({
  name: "enterprise-attack.json",
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify(smallBundle(version, "2.1", objects))),
});
/** An older release, in which a technique has another name and another is not revoked yet. */
const OLDER = smallObjects().map((object) => {
  const [reference] = (object["external_references"] ?? []) as { external_id: string }[];
  if (reference?.external_id === "T1059") return { ...object, name: HOSTILE };
  return reference?.external_id === "T1086" ? { ...object, revoked: false } : object;
});
const open = async (role: string, look = {}) =>
  await tests.open("/releases", { origin: by(role), ...look });
const send = async (path: string, body: object) =>
  await fetch(`${by("analyst")}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

it("what ships is listed, and a second release is uploaded with its progress", async () => {
  const page = await open("admin");
  await page.getByText("Two releases of one domain can be compared").waitFor();
  await page.getByText("Only release of its domain").waitFor();
  await untilQuiet(page);
  expect(await barriersOf(page)).toEqual([]);
  for (const bundle of [bundleOf("97.0", OLDER), bundleOf("98.0")]) {
    await page.getByLabel("STIX bundle of a release").setInputFiles(bundle);
    const progress = page.getByRole("region", { name: "Progress" });
    await progress.getByText("Complete", { exact: true }).waitFor();
    await progress.getByRole("button", { name: "Close" }).click();
  }
  await page.getByRole("row", { name: /Enterprise 98\.0 current/u }).waitFor();
});

it("a file that is no release says so, and a drop is an upload", async () => {
  const page = await open("admin", { expected: /Failed to load resource/u });
  const empty = { name: "x.json", mimeType: "", buffer: Buffer.from("{}") };
  await page.getByLabel("STIX bundle of a release").setInputFiles(empty);
  await page.getByRole("alert").waitFor();
  const text = JSON.stringify(smallBundle("96.0"));
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "e.json"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }, text);
  await page.getByRole("row", { name: /Enterprise 96\.0/u }).waitFor();
  expect(await page.getByText("Uploading").count()).toBe(0);
});

it("what changed is readable, with what it touches, and a layer is copied from there", async () => {
  const text = "The actor ran T1086 and T1059.001 on the host.";
  const form = { text, name: HOSTILE, version: "97.0" };
  const { body } = await analyse(by("analyst"), form);
  await send("/api/layers", { name: HOSTILE, technique_ids: ["T1086"], version: "97.0" });
  const page = await open("analyst");
  await page.getByLabel("To release").selectOption("98.0");
  await page.getByLabel("From release").selectOption("97.0");
  await page.locator("summary", { hasText: "Revoked" }).click();
  await page.getByText(/is now/u).waitFor();
  await page.locator("summary", { hasText: "Renamed" }).click();
  await page.getByText(`was ${HOSTILE}`).waitFor();
  const report = page.getByRole("link", { name: HOSTILE }).first();
  expect(await report.getAttribute("href")).toBe(`/sessions/${body.session_id}?technique=T1086`);
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  await page.getByRole("button", { name: /^Layers/u }).click();
  await page.getByRole("button", { name: "Copy to 98.0" }).click();
  await page.getByRole("link", { name: "Open the copy for 98.0" }).click();
  await page.waitForURL(/\/matrix\?version=98\.0/u);
  // The comparison is in the address.
  await page.goto(`${by("analyst")}/releases?from=97.0&to=98.0&touches=rule`);
  await page.getByText("Enterprise 98.0 affects none of your rules.").waitFor();
  await untilQuiet(page);
  expect(await barriersOf(page)).toEqual([]);
});

it("upstream is asked only when told to, and says what it has or how to go on without it", async () => {
  upstream.log.length = 0;
  const page = await open("analyst");
  await untilQuiet(page);
  expect(upstream.log).toEqual([]);
  await page.getByRole("button", { name: "Check for new releases" }).click();
  await page
    .getByText("Upload the release as a file instead.")
    .or(page.getByText("As of"))
    .first()
    .waitFor();
  expect(upstream.log.length).toBeGreaterThan(0);
  const bytes = new TextEncoder().encode(JSON.stringify(smallBundle("95.0")));
  upstream.offered = [{ domain: "enterprise-attack", version: "95.0", bytes: () => bytes }];
  await page.getByLabel("Number of the release").fill("95.0");
  await page.getByRole("button", { name: "Get", exact: true }).click();
  await page.getByRole("row", { name: /Enterprise 95\.0/u }).waitFor();
});

it("an admin removes a release after a question", async () => {
  const page = await open("admin");
  await page.getByRole("button", { name: "Remove Enterprise 95.0" }).click();
  await page.getByText("keep their technique IDs").waitFor();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Remove Enterprise 95.0" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Remove/u })
    .click();
  await page.getByRole("row", { name: /Enterprise 95\.0/u }).waitFor({ state: "detached" });
  const listed = (await (await fetch(`${by("viewer")}/api/attack/versions`)).json()) as object[];
  expect(listed).not.toContainEqual(expect.objectContaining({ version: "95.0" }));
});

it.each([
  ["analyst", [/^Remove/u, /^Choose a bundle$/u]],
  ["viewer", [/^Remove/u, /^Choose a bundle$/u, /^Get/u, /^Check for new releases$/u, /^Copy to/u]],
] as const)("the %s sees no button that would be refused", async (role, forbidden) => {
  const page = await open(role, { width: 390 });
  await page.getByRole("row", { name: new RegExp(`Enterprise ${SHIPPED.version}`, "u") }).waitFor();
  await page.getByRole("button", { name: /^Layers/u }).click();
  await untilQuiet(page);
  for (const name of forbidden) expect(await page.getByRole("button", { name }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await barriersOf(page)).toEqual([]);
});
