import assert from "node:assert/strict";
import { Browser } from "./browser.ts";
import { callbackOf, logIn, logOut } from "./login.ts";

/** Where a step is tried. */
export interface Scene {
  /** Origin of the service. */
  service: string;
  /** The browser of an analyst, from the first step on. */
  browser: Browser;
}

type Step = [what: string, work: (scene: Scene) => Promise<void>];

/** The page that every user opens. */
export const pageOf = (service: string) => `${service}/intake?state=pending`;

/** What a user does after the login, and what others attempt. */
export const STEPS: readonly Step[] = [
  ["the user has the name and the role of the claims", checkName],
  ["changes come from pages of the service only", checkChanges],
  ["other users have other roles, or none", checkRoles],
  ["a callback works once, and in its browser", checkReplay],
  ["a user can refuse at the provider", checkRefusal],
  ["a logout ends the session here and at the provider", checkLogout],
];

async function checkName({ service, browser }: Scene): Promise<void> {
  const me = (await (await browser.call(`${service}/api/me`)).json()) as object;
  assert.partialDeepStrictEqual(me, { name: "analyst@example.org", role: "analyst" });
}

async function checkChanges({ service, browser }: Scene): Promise<void> {
  const body = JSON.stringify({ name: "Judged", technique_ids: ["T1566"] });
  const save = async (site: string) => {
    const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": site };
    const response = await browser.call(`${service}/api/layers`, { method: "POST", body, headers });
    return response.status;
  };
  assert.deepEqual([await save("cross-site"), await save("same-site")], [403, 403]);
  assert.equal(await save("same-origin"), 201);
}

async function checkRoles({ service }: Scene): Promise<void> {
  for (const role of ["viewer", "admin"]) {
    const other = new Browser();
    await logIn(other, pageOf(service), `${role}@example.org`);
    const me = (await (await other.call(`${service}/api/me`)).json()) as { role: string };
    assert.equal(me.role, role);
  }
  const stranger = new Browser();
  const refused = await logIn(stranger, pageOf(service), "stranger@example.org");
  assert.deepEqual([refused.status, refused.text.includes("no role here")], [403, true]);
  assert.deepEqual(stranger.names(service), []);
}

async function checkReplay({ service }: Scene): Promise<void> {
  const victim = new Browser();
  const callback = callbackOf(await logIn(victim, pageOf(service), "viewer@example.org"));
  assert.equal((await victim.open(callback.href)).status, 401);
  assert.equal((await new Browser().open(callback.href)).status, 401);
}

async function checkRefusal({ service }: Scene): Promise<void> {
  const other = new Browser();
  const asked = await other.open(pageOf(service));
  const refused = await other.open(`${asked.url.href}/abort`);
  assert.deepEqual([refused.status, refused.text.includes("Login failed")], [401, true]);
}

async function checkLogout({ service, browser }: Scene): Promise<void> {
  const left = await logOut(browser, service);
  assert.deepEqual([left.status, left.url.pathname], [200, "/auth/logged-out"]);
  assert.equal((await browser.call(`${service}/api/me`)).status, 401);
  assert.match((await browser.open(pageOf(service))).text, /name="password"/);
}
