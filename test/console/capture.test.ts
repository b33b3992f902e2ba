import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Worker } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { BROWSER, BROWSER_ARGS } from "../support/node/find-browser.ts";
import { type LoginProxy, startLoginProxy } from "../support/node/login-proxy.ts";
import { mail, multipart, attached, bytesOf, text } from "../support/mails.ts";

const SECRET = "of-a-proxy-that-nobody-may-see";
const tests = useConsole({ AUTH_ENABLED: "true", PROXY_SECRET: SECRET });
let analyst: LoginProxy;
let viewer: LoginProxy;
let site: Server;
let siteUrl = "";

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><title>Отчёт ${request.url}</title><link rel="icon" href="data:,"><main><h1>A report</h1><p>They used T1566.</p><div id="late"></div></main><script>document.getElementById("late").textContent = "Written by a script."</script>`,
    );
  });
  await new Promise<void>((ready) => void site.listen(0, "127.0.0.1", ready));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
tests.before(async () => {
  const as = async (role: string) =>
    await startLoginProxy(tests.service.url, { name: `of ${role}`, role, secret: SECRET });
  [analyst, viewer] = await Promise.all([as("analyst"), as("viewer")]);
});
afterAll(async () => {
  await Promise.all([analyst, viewer].map(async (proxy) => await proxy?.close()));
  site.close();
});

it("the bookmarklet shows the page that it sends, and stores it when the reader says so", async () => {
  const capture = await tests.open("/intake/capture", { origin: analyst.url });
  const bookmark = await capture
    .getByText("Send to tradecraft", { exact: true })
    .getAttribute("href");
  expect(await barriersOf(capture)).toEqual([]);
  const report = await tests.open("/paywalled", { origin: siteUrl });
  const opened = report.waitForEvent("popup");
  await report.evaluate(decodeURIComponent((bookmark ?? "").replace("javascript:", "")));
  const page = await opened;
  await page.getByRole("heading", { name: "Отчёт /paywalled" }).waitFor();
  const pending = await fetch(`${analyst.url}/api/pipeline/intake`);
  expect(pending.headers.get("X-Total-Count")).toBe("0");
  await page.getByRole("button", { name: "Add to the intake" }).press("Enter");
  await page.getByText("Added to the intake:").waitFor();
  await page.getByRole("link", { name: "Отчёт /paywalled" }).click();
  await page.getByText("Written by a script.").first().waitFor();
});

it("a window that did not open the page cannot send to it", async () => {
  const page = await tests.open("/intake/capture", { origin: analyst.url });
  await page.evaluate(() => window.postMessage({ url: "https://a.xyz/", html: "<p>x</p>" }, "*"));
  expect(await page.getByRole("button", { name: "Add to the intake" }).count()).toBe(0);
});

it("an email is added with what of it was not read", async () => {
  const page = await tests.open("/intake/capture", { origin: analyst.url });
  const sent = mail(
    multipart("mixed", [text("They used T1566."), attached("run.exe", "application/x", "MZ\0")]),
  );
  await page.getByLabel("Emails as files (.eml)").setInputFiles({
    name: "a.eml",
    mimeType: "message/rfc822",
    buffer: Buffer.from(bytesOf(sent)),
  });
  await page.getByText("Added to the intake:").waitFor();
  await page.getByText(/^run\.exe: The file name ends in/u).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it("a viewer is asked to ask an analyst", async () => {
  const page = await tests.open("/intake/capture", { origin: viewer.url });
  await page.getByText("You have read-only access. Ask an analyst to do this.").waitFor();
  expect(await page.getByLabel("Emails as files (.eml)").count()).toBe(0);
});

it("the extension sends the page of a tab with an API token", async () => {
  const created = await fetch(`${analyst.url}/api/tokens`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Browser", role: "analyst" }),
  });
  const { token } = (await created.json()) as { token: string };
  const installed = await installExtension();
  try {
    const { context, worker } = installed;
    const options = await context.newPage();
    await options.goto(new URL("/options.html", worker.url()).href);
    await options.getByLabel("Address of the service").fill(tests.service.url);
    await options.getByLabel("API token").fill(token);
    await options.getByRole("button", { name: "Save" }).click();
    await options.getByText("Saved.").waitFor();
    const report = await context.newPage();
    await report.goto(`${siteUrl}/by-extension`);
    await report.bringToFront();
    expect(await press(worker)).toBe("Added to the intake");
    expect(await press(worker)).toBe("The intake has this report already");
    const listed = await fetch(`${analyst.url}/api/pipeline/intake?q=by-extension`);
    expect(await listed.json()).toMatchObject([{ url: `${siteUrl}/by-extension` }]);
    const trail = await fetch(`${analyst.url}/api/pipeline/audit?action=intake.create`);
    expect(await trail.json()).toContainEqual(
      expect.objectContaining({ actor: "of analyst (Browser)" }),
    );
    await worker.evaluate(async () => {
      await chrome.storage.local.set({ token: "tradecraft_revoked" });
    });
    expect(await press(worker)).toMatch(/^The API token is unknown, revoked or expired/);
  } finally {
    await installed.remove();
  }
});

/** What a service worker of an extension has. */
declare const chrome: {
  storage: { local: { set(values: object): Promise<void> } };
  tabs: { query(which: object): Promise<{ id: number }[]> };
  action: {
    onClicked: { dispatch(tab: object): void };
    getTitle(of: { tabId: number }): Promise<string>;
    setTitle(of: { tabId: number; title: string }): Promise<void>;
  };
};

/** A browser with the extension, which may read all pages: nobody is there to press its button. */
async function installExtension() {
  const folder = mkdtempSync(join(tmpdir(), "extension-"));
  cpSync("extension", folder, { recursive: true });
  const manifest = join(folder, "manifest.json");
  const given = JSON.parse(readFileSync(manifest, "utf8")) as object;
  writeFileSync(manifest, JSON.stringify({ ...given, host_permissions: ["http://*/*"] }));
  const context: BrowserContext = await chromium.launchPersistentContext("", {
    executablePath: BROWSER ?? "",
    args: [...BROWSER_ARGS, `--load-extension=${folder}`, `--disable-extensions-except=${folder}`],
    ignoreDefaultArgs: ["--disable-extensions"],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const remove = async () => {
    await context.close();
    rmSync(folder, { recursive: true });
  };
  return { context, worker, remove };
}

/** Presses the button, and answers what it says in the end. */
async function press(worker: Worker): Promise<string> {
  return await worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    if (tab === undefined) throw new Error("no tab is active");
    const tabId = tab.id;
    await chrome.action.setTitle({ tabId, title: "waiting" });
    chrome.action.onClicked.dispatch(tab);
    for (;;) {
      const title = await chrome.action.getTitle({ tabId });
      if (title !== "waiting" && title !== "Sending the page") return title;
      await new Promise((done) => setTimeout(done, 20));
    }
  });
}
