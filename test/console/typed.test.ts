import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { type LoginProxy, startLoginProxy } from "../support/node/login-proxy.ts";
import { goNext, techniquesOf, untilListed } from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole({ AUTH_ENABLED: "true", PROXY_SECRET: "proof" });
let login: LoginProxy;
tests.before(async () => {
  const user = { name: "anna", role: "analyst", secret: "proof" };
  login = await startLoginProxy(tests.service.url, user);
});
afterAll(async () => {
  await login?.close();
});

const TEXT = "The actor used PowerShell (T1059.001) to run a loader, and LSASS memory (T1003.001).";
const HALF = "Seen in the log of the mail";
/** The browser logs what a test brings about itself: refused requests, and those to a login page. */
const expected = /Failed to load resource|Access to fetch|ERR_/u;

async function openSession(): Promise<{ id: string; page: Page }> {
  const { body } = await analyse(login.url, { text: TEXT, name: "Typed" });
  const look = { origin: login.url, expected };
  const page = await tests.open(`/sessions/${body.session_id}`, look);
  await untilListed(page);
  return { id: body.session_id, page };
}

const note = (page: Page) => page.getByRole("textbox", { name: "Note" });

async function write(page: Page): Promise<string> {
  const chosen = await goNext(page);
  await page.keyboard.press("c");
  await page.locator("textarea:focus").waitFor();
  await page.keyboard.type(HALF);
  return chosen;
}

const noteOf = async (id: string, attackId: string) =>
  (await techniquesOf(login.url, id)).find((one) => one.attack_id === attackId)?.note;

it("a note that is half typed is there after a reload, and is sent whole", async () => {
  const { id, page } = await openSession();
  const chosen = await write(page);
  await page.reload();
  await note(page).waitFor();
  expect(await note(page).inputValue()).toBe(HALF);
  expect(await noteOf(id, chosen)).toBe("");
  await note(page).press("End");
  await page.keyboard.type(" gateway");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => noteOf(id, chosen)).toBe(`${HALF} gateway`);
  // What was sent is no draft any more.
  await page.reload();
  await page.getByText(`Note: ${HALF} gateway`).waitFor();
  expect(await note(page).count()).toBe(0);
  // Nor what was given up.
  await untilListed(page);
  const given = await write(page);
  await page.reload();
  await note(page).press("Escape");
  await note(page).waitFor({ state: "detached" });
  expect(await noteOf(id, given)).toBe("");
});

it("a note outlives a login that expires while it is typed", async () => {
  const { id, page } = await openSession();
  const chosen = await write(page);
  login.expire(true);
  try {
    await page.keyboard.type(" gateway");
    await page.keyboard.press("Control+Enter");
    await page.getByText(`Note: ${HALF} gateway`).waitFor();
    await page.getByText("Your login has expired. What you typed here is kept.").waitFor();
    await page.getByText("not sent yet").waitFor();
  } finally {
    login.expire(false);
  }
  await expect.poll(() => noteOf(id, chosen)).toBe(`${HALF} gateway`);
  await page.getByText("Your login has expired").waitFor({ state: "detached" });
  await page.getByText("not sent yet").waitFor({ state: "detached" });
});

it("a page that is loaded anew with an expired login loses nothing", async () => {
  const { id, page } = await openSession();
  const chosen = await write(page);
  login.expire(true);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Your login has expired. What you typed here is kept.").waitFor();
  // The way to the login and back.
  login.expire(false);
  await page.getByRole("link", { name: "Load the page again" }).first().click();
  await expect.poll(() => noteOf(id, chosen)).toBe(HALF);
});
