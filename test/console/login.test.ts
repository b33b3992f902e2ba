import { afterAll, afterEach, expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { freePort } from "../support/node/free-port.ts";
import { startOidcServer } from "../support/node/oidc-server.ts";

const ORIGIN = `http://127.0.0.1:${await freePort()}`;
const server = await startOidcServer();
const tests = useConsole(server.settingsFor(ORIGIN));
const { provider } = server;
const CLAIMS = provider.claims;
afterEach(() => void (provider.claims = CLAIMS));
afterAll(() => server.close());

it("a page leads to the login and back, names the user, and logs out", async () => {
  const page = await tests.open("/observables?q=evil");
  await page.getByRole("heading", { level: 1, name: "Observables" }).waitFor();
  expect(page.url()).toBe(`${ORIGIN}/observables?q=evil`);
  const footer = page.getByRole("contentinfo");
  await footer.getByText("ann@unit.invalid, analyst (can edit)").waitFor();
  await footer.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { level: 1, name: "Logged out" }).waitFor();
  expect(page.url()).toBe(`${ORIGIN}/auth/logged-out`);
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole("link", { name: "Log in", exact: true }).click();
  await footer.getByText("ann@unit.invalid").waitFor();
});

it("what a page saves is accepted from it", async () => {
  const page = await tests.open("/observables");
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ kind: "domain", value: "evil-login.xyz" });
    const headers = { "Content-Type": "application/json" };
    return (await fetch("/api/pipeline/observables", { method: "POST", headers, body })).status;
  });
  expect(status).toBe(201);
});

it("a session that has ended is told, and a new load of the page logs in again", async () => {
  const page = await tests.open("/sessions", { expected: /401/ });
  await page.getByRole("contentinfo").getByText("ann@unit.invalid").waitFor();
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Intake" }).first().click();
  const notice = page.getByText("Your login has expired");
  await notice.first().waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Intake" }).waitFor();
  expect(await notice.count()).toBe(0);
});

it("a user without a role is told so, and can be another one", async () => {
  provider.claims = { email: "eve@unit.invalid", roles: ["sales"] };
  const page = await tests.open("/matrix", { expected: /403/ });
  expect(await page.getByRole("paragraph").first().textContent()).toContain("have no role here");
  provider.claims = { email: "vera@unit.invalid", roles: ["staff"] };
  await page.getByRole("link", { name: "Log in as another user" }).click();
  await page.getByRole("contentinfo").getByText("vera@unit.invalid, viewer").waitFor();
});
