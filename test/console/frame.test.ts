import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { startLoginProxy } from "../support/node/login-proxy.ts";
import { analyse, preparedFolder, startService } from "../support/node/service.ts";

const tests = useConsole();

/** Opens the palette, types, waits until what is wanted is the one that Enter takes, and takes it. */
async function goTo(page: Page, typed: string, wanted: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Page, report/ }).waitFor();
  await page.keyboard.type(typed);
  await page.locator("[role=option][data-highlighted]", { hasText: wanted }).waitFor();
  await page.keyboard.press("Enter");
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

it("the palette goes to pages, groups, campaigns and sessions by keyboard alone", async () => {
  const text = "The actor ran PowerShell (T1059.001) after a phishing mail (T1566).";
  const { body } = await analyse(tests.service.url, { text, name: "Of the palette" });
  const page = await tests.open("/");
  await goTo(page, "camp", "Campaigns");
  await heading(page, "Campaigns").waitFor();
  await goTo(page, "cozy bear", "APT29");
  await heading(page, "APT29").waitFor();
  expect(new URL(page.url()).pathname).toBe("/groups/G0016");
  await goTo(page, "c0024", "SolarWinds Compromise");
  await heading(page, "SolarWinds Compromise").waitFor();
  await goTo(page, "of the pal", "Of the palette");
  await page.waitForURL(`**/sessions/${body.session_id}`);
  await page.goBack();
  await heading(page, "SolarWinds Compromise").waitFor();
  // The session mentions it too, but this is its very id.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Page, report/ }).fill("t1566");
  await page.locator("[role=option][data-highlighted]", { hasText: "Phishing" }).waitFor();
});

it("what is typed before the palette is there goes into it, and changes nothing on the page", async () => {
  const text = "The actor ran PowerShell (T1059.001).";
  const { body } = await analyse(tests.service.url, { text, name: "Typed over" });
  const page = await tests.open(`/sessions/${body.session_id}`);
  await page.route("**/palette-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.keyboard.press("j");
  await page.getByRole("button", { name: "Accept", exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  // Of these keys a, r and e would say something of the technique.
  await page.keyboard.type("area");
  const input = page.getByRole("combobox", { name: /^Page, report/ });
  await input.waitFor();
  await expect.poll(async () => await input.inputValue()).toBe("area");
  await page.keyboard.type("s");
  expect(await input.inputValue()).toBe("areas");
  await page.keyboard.press("Escape");
  await input.waitFor({ state: "detached" });
  expect(await page.getByText("0 of 1 reviewed").count()).toBe(1);
});

it("a page that is gone to names the document and its heading has the focus", async () => {
  const page = await tests.open("/");
  expect(await page.title()).toBe("Home · tradecraft");
  await page.getByRole("link", { name: "Library" }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  expect(await page.title()).toBe("Techniques · tradecraft");
  // What is typed on the page keeps the focus while the page changes.
  await page.getByRole("searchbox").pressSequentially("bear");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
});

it("a narrow navigation is scrolled to the current section", async () => {
  const page = await tests.open("/admin", { width: 390 });
  const admin = page.getByRole("navigation", { name: "Sections" }).getByRole("link", {
    name: "Admin",
  });
  const isSeen = async () => {
    const box = await admin.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= 390;
  };
  await expect.poll(isSeen).toBe(true);
});

it("? tells what the keys do, but not while somebody types", async () => {
  const page = await tests.open("/groups");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Show the keyboard shortcuts").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.getByRole("searchbox").press("?");
  expect(await page.getByRole("searchbox").inputValue()).toBe("?");
  expect(await help.count()).toBe(0);
});

it("the colours follow the system until one is chosen, which stays chosen", async () => {
  const page = await tests.open("/groups", { colours: "dark" });
  const background = async () =>
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.getByRole("radio", { name: "Light" }).check();
  const light = await background();
  expect(light).not.toBe(dark);
  await page.reload();
  await heading(page, "Groups").waitFor();
  expect(await background()).toBe(light);
  await page.getByRole("radio", { name: "As the system" }).check();
  expect(await background()).toBe(dark);
});

it("the first Tab leads past the pages", async () => {
  const page = await tests.open("/groups");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

it("the footer says who is asking, how the service is and what it knows", async () => {
  const page = await tests.open("/groups");
  const footer = page.getByRole("contentinfo");
  await footer.getByText("Service ready").waitFor();
  await footer.getByText(/Enterprise \d+\.\d+/).waitFor();
  await footer.getByText("No sign-in: everyone is an admin").waitFor();
  expect(await footer.getByRole("link").getAttribute("href")).toBe("/docs");
});

it("a service that goes away and comes back is told, and what was typed stays", async () => {
  const page = await tests.open("/groups", { expected: /ERR_|Failed to load/ });
  await page.getByRole("searchbox").fill("bear");
  await tests.service.killAll();
  await page.getByText("The service does not answer.").waitFor();
  await tests.restart();
  await page.getByText("The service is back.").waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("bear");
});

it("an expired login is told with a way to log in, and goes when it is renewed", async () => {
  const folder = preparedFolder();
  const team = await startService(folder.path, { AUTH_ENABLED: "true", PROXY_SECRET: "proof" });
  const user = { name: "vera", role: "viewer", secret: "proof" };
  const proxy = await startLoginProxy(team.url, user);
  try {
    const page = await tests.open("/groups", { origin: proxy.url });
    await page.getByText("vera, viewer (read-only)").waitFor();
    proxy.expire(true);
    await page.getByRole("link", { name: "Campaigns" }).click();
    await page.getByText("Your login has expired. What you typed here is kept.").waitFor();
    await page.getByRole("link", { name: "Load the page again" }).first().waitFor();
    proxy.expire(false);
    await page.getByText("The service is back.").waitFor();
    await page.getByRole("link", { name: "SolarWinds Compromise" }).waitFor();
    expect(await page.getByText("Your login has expired").count()).toBe(0);
    // Before what it is connected to goes.
    await page.close();
  } finally {
    await proxy.close();
    await team.stop();
    folder.remove();
  }
});

it("an address that leads nowhere shows the page that says so", async () => {
  const page = await tests.open("/nowhere/at/all", { expected: /Failed to load resource/u });
  await heading(page, "Page not found").waitFor();
  const asJson = await fetch(`${tests.service.url}/nowhere`);
  expect(asJson.status).toBe(404);
  expect(asJson.headers.get("content-type")).toContain("json");
});
