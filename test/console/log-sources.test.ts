import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { collect } from "../support/node/coverage.ts";
import { press } from "../support/node/keyboard.ts";
import { TEAM_SETTINGS, useLogins } from "../support/node/logins.ts";

const tests = useConsole(TEAM_SETTINGS);
const { anna, vera } = useLogins(tests, { anna: "analyst", vera: "viewer" });
beforeEach(async () => {
  await collect(anna.url, []);
});

/** Names and channels as they are stored. */
async function stored(): Promise<[string, string[]][]> {
  const answered = await fetch(`${anna.url}/api/coverage/log-sources`);
  const { entries } = (await answered.json()) as {
    entries: { name: string; channels: string[] }[];
  };
  return entries.map(({ name, channels }) => [name, channels]);
}

const open = async (path: string, proxy = anna, expected?: RegExp): Promise<Page> =>
  await tests.open(path, { origin: proxy.url, ...(expected === undefined ? {} : { expected }) });

it("log sources are found in the release, added, changed and saved", async () => {
  const page = await open("/coverage/log-sources");
  await page.getByText("No log source is collected yet.").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("WinEventLog:Sysmon");
  await page.getByRole("button", { name: "Add WinEventLog:Sysmon", exact: true }).click();
  await page.getByRole("checkbox", { name: "EventCode=1", exact: true }).check();
  await page.getByRole("checkbox", { name: "Windows" }).check();
  await page.getByRole("textbox", { name: "Note" }).fill("Серверы и 服务器");
  expect(await barriersOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "Add to the list" }).click();
  await page.getByText("Changed here and not saved").waitFor();
  expect(await stored()).toEqual([]);
  // What is not saved outlives the page.
  await page.reload();
  await page.getByText("Changed here and not saved").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("sigma:product=okta");
  await page.getByRole("button", { name: /^Add .sigma:product=okta. anyway$/u }).click();
  await page.getByRole("button", { name: "Add to the list" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  expect(await stored()).toEqual([
    ["sigma:product=okta", []],
    ["WinEventLog:Sysmon", ["EventCode=1"]],
  ]);
  await page.getByText("2 entries, last changed by anna").waitFor();
  await page.getByText("Серверы и 服务器").waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it("who was slower sees the other's list and puts the own changes on top", async () => {
  await collect(anna.url, [{ name: "auditd:SYSCALL" }, { name: "esxi:hostd" }]);
  const page = await open("/coverage/log-sources", anna, /412/u);
  await page.getByRole("button", { name: "Remove esxi:hostd" }).click();
  await collect(anna.url, [
    { name: "auditd:SYSCALL" },
    { name: "esxi:hostd" },
    { name: "NSM:Flow" },
  ]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("You, in another window, changed the list").waitFor();
  expect(await stored()).toHaveLength(3);
  await page.getByRole("button", { name: "Apply mine" }).click();
  await page.getByRole("button", { name: "Remove NSM:Flow" }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  expect(await stored()).toEqual([
    ["auditd:SYSCALL", []],
    ["NSM:Flow", []],
  ]);
});

it("what is refused is told, and what is written stays", async () => {
  const page = await open("/coverage/log-sources", anna, /422/u);
  for (const _ of [1, 2]) {
    await page.getByRole("searchbox", { name: "Search" }).fill("our own");
    await page.getByRole("button", { name: /^Add .our own. anyway$/u }).click();
    await page.getByRole("button", { name: "Add to the list" }).click();
  }
  await page.getByRole("button", { name: "Save", exact: true }).click();
  expect(await page.getByRole("alert").textContent()).toContain("entries");
  await page.getByRole("button", { name: "Remove our own" }).last().click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByText("Not in the release", { exact: true }).waitFor();
});

it("a file of DeTT&CT comes in and goes out", async () => {
  await collect(anna.url, [
    { kind: "component", name: "Process Creation", platforms: ["Windows"] },
  ]);
  const page = await open("/coverage/log-sources");
  const address = await page.getByRole("link", { name: "Export as YAML" }).getAttribute("href");
  const yaml = await (await fetch(`${anna.url}${address}`)).text();
  await collect(anna.url, []);
  await page.reload();
  const file = {
    name: "log-sources.yaml",
    mimeType: "application/yaml",
    buffer: Buffer.from(yaml),
  };
  await page.getByLabel("DeTT&CT file").setInputFiles(file);
  await page.getByText("The file names 1 data source; the list has 1 now.").waitFor();
  expect(await stored()).toEqual([["Process Creation", []]]);
});

it("an entry is added by keyboard alone", async () => {
  const page = await open("/");
  await page.addInitScript(() =>
    addEventListener("pointerdown", () => console.error("A mouse was used."), { capture: true }),
  );
  await page.goto(`${anna.url}/coverage/log-sources`);
  await page.getByText("No log source is collected yet.").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("auditd:SYSCALL");
  await press(page, page.getByRole("button", { name: "Add auditd:SYSCALL" }));
  await page.locator("form input:focus").waitFor();
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: "Save", exact: true }));
  await page.getByText("Saved.").waitFor();
  expect(await stored()).toEqual([["auditd:SYSCALL", []]]);
});

it("a viewer reads the list and may take it along", async () => {
  await collect(anna.url, [{ name: "<img src=x onerror=alert(1)>\u202e" }]);
  const page = await open("/coverage/log-sources?search=Sysmon", vera);
  await page.getByRole("rowheader", { name: /^<img src=x onerror=alert\(1\)>/u }).waitFor();
  await page.getByRole("rowheader", { name: /^WinEventLog:Sysmon/u }).waitFor();
  expect(await page.getByRole("button", { name: /^(?:Add|Edit|Remove|Save)/u }).count()).toBe(0);
  expect(await page.getByLabel("DeTT&CT file").count()).toBe(0);
  await page.getByRole("link", { name: "Export as YAML" }).waitFor();
});
