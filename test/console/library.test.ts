import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { addObservable, collectReport } from "../support/node/observables.ts";
import { startLoginProxy } from "../support/node/login-proxy.ts";
import { analyse, preparedFolder, startService } from "../support/node/service.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole();

const TITLE = "<img src=x onerror=globalThis.ran=1> of the library";
const QUOTE = "APT29 ran PowerShell (T1059.001) with Cobalt Strike on the server.";
const CVE = "CVE-2021-26855";
let session = "";

tests.before(async () => {
  const { url } = tests.service;
  const text = `The actors exploited ${CVE} to get in (T1190).\n\n${QUOTE}`;
  session = (await analyse(url, { text, name: TITLE })).body.session_id;
  await collectReport(url, {
    title: "A wave against mail servers",
    summary: `The group exploited ${CVE}.`,
    group_ids: ["G0016"],
  });
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const overflow = async (page: Page) =>
  await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

it("techniques are a tree that is narrowed by words, tactic and what reports show", async () => {
  const page = await tests.open("/techniques");
  const rows = page.locator("tbody tr");
  await page.getByText(/^\d+ techniques$/u).waitFor();
  const toggle = page.getByRole("button", { name: "Sub-techniques of T1059", exact: true });
  expect(await page.getByRole("link", { name: "PowerShell", exact: true }).count()).toBe(0);
  await toggle.press("Enter");
  await page.getByRole("link", { name: "PowerShell", exact: true }).waitFor();
  expect(await toggle.getAttribute("aria-expanded")).toBe("true");
  await page.getByRole("checkbox", { name: "Seen in your reports" }).check();
  const counts = await fetch(`${tests.service.url}/api/evidence/techniques`);
  const seen = ((await counts.json()) as { session_count: number }[]).filter(
    ({ session_count: count }) => count > 0,
  );
  await page.getByText(new RegExp(`^${seen.length} of \\d+ techniques$`, "u")).waitFor();
  // A parent is shown for its sub-technique.
  expect(await rows.locator("td:first-child").allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining("T1059.001"), "T1190"]),
  );
  await page.getByRole("combobox", { name: "Tactic" }).selectOption("Execution");
  await page.getByRole("searchbox", { name: "Search" }).fill("powershell");
  await page.getByText(/^1 of \d+ techniques$/u).waitFor();
  expect(new URL(page.url()).search).toBe("?seen=true&tactic=execution&search=powershell");
  await page.reload();
  await page.getByText(/^1 of \d+ techniques$/u).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("link", { name: "PowerShell", exact: true }).click();
  await heading(page, "PowerShell").waitFor();
});

it("a technique shows my evidence and leads to its session, and a rule is drafted for it", async () => {
  const page = await tests.open("/techniques/T1059.001");
  await page.locator("blockquote", { hasText: QUOTE }).waitFor();
  await page.getByRole("heading", { name: "Tests 22" }).waitFor();
  for (const name of [/^Logs and detection/u, /^Mitigations/u, /^Used by/u]) {
    await page.getByRole("heading", { level: 2, name }).waitFor();
  }
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Language" }).selectOption("KQL");
  await page.getByRole("button", { name: "Draft a rule" }).click();
  await page.waitForURL(/\/rules\/[\w-]+$/u);
  await heading(page, "PowerShell (T1059.001)").waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 2, name: "Rules 1" }).waitFor();
  await page.getByRole("link", { name: TITLE }).click();
  await page.waitForURL(`**/sessions/${session}?technique=T1059.001`);
});

it("evidence follows the review, and may cover sub-techniques", async () => {
  const page = await tests.open("/techniques/T1059");
  await page.getByText("No analyzed report shows this technique yet.").waitFor();
  await page.getByRole("checkbox", { name: "With sub-techniques" }).check();
  await page.locator("blockquote", { hasText: QUOTE }).waitFor();
  await page.getByRole("combobox", { name: "Review" }).selectOption("Rejected");
  await page.getByText("No evidence has this review status.").waitFor();
  expect(new URL(page.url()).search).toBe("?family=true&status=rejected");
});

it("a revoked technique names its successor, and an unknown one still has my evidence", async () => {
  const page = await tests.open("/techniques/T1086", { expected: /404/u });
  await page.getByText("ATT&CK replaced T1086.").waitFor();
  await page.getByRole("link", { name: "T1059.001" }).first().click();
  await heading(page, "PowerShell").waitFor();
  await page.goto(`${tests.service.url}/techniques/T9999`);
  await page.getByText("There is no technique").waitFor();
  await page.getByRole("heading", { level: 2, name: "Evidence in your reports 0" }).waitFor();
  expect(await page.getByRole("button", { name: "Draft a rule" }).count()).toBe(0);
});

it("groups and software list the reports that name them", async () => {
  const page = await tests.open("/software/S0154");
  await page.getByRole("link", { name: TITLE }).waitFor();
  await page.getByRole("link", { name: "G0016 APT29" }).click();
  await heading(page, "APT29").waitFor();
  await page.getByRole("heading", { level: 2, name: "Your reports 2" }).waitFor();
  await page.getByRole("link", { name: "A wave against mail servers" }).waitFor();
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  await page.goto(`${tests.service.url}/software?search=mimikatz`);
  await page.getByText("1 of").waitFor();
  await page.getByRole("link", { name: "Mimikatz" }).click();
  await heading(page, "Mimikatz").waitFor();
});

it("a CVE shows whether it is exploited, where reports name it and what it enables", async () => {
  const page = await tests.open("/vulnerabilities", { width: 390, expected: /400/u });
  await page.getByRole("checkbox", { name: "Known to be exploited" }).check();
  await page.getByText("1 vulnerability").waitFor();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: CVE }).click();
  await heading(page, CVE).waitFor();
  await page.getByRole("heading", { level: 2, name: "Your reports 2" }).waitFor();
  await page.locator("blockquote", { hasText: `The group exploited ${CVE}.` }).waitFor();
  await page.getByRole("link", { name: /^T\d/u }).first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${tests.service.url}/vulnerabilities/CVE-1999-0001`);
  await page.getByText("No report names CVE-1999-0001 yet.").waitFor();
  await page.goto(`${tests.service.url}/vulnerabilities/CVE-1`);
  await page.getByText("This is not a CVE ID.").waitFor();
});

it("the palette opens software, CVEs and a known value that was typed in full", async () => {
  const { url } = tests.service;
  const { id } = await addObservable(url, { kind: "domain", value: "palette-known.xyz" });
  const page = await tests.open("/techniques");
  const go = async (typed: string, wanted: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Page, report/ }).fill(typed);
    await page.locator("[role=option][data-highlighted]", { hasText: wanted }).waitFor();
    await page.keyboard.press("Enter");
  };
  await go("cobalt strike", "S0154");
  await page.waitForURL("**/software/S0154**");
  await go("cve-1999-0001", "CVE-1999-0001");
  await page.waitForURL("**/vulnerabilities/CVE-1999-0001");
  await go("palette-known[.]xyz", "palette-known.xyz");
  await page.waitForURL(`**/observables/${id}`);
  await go("t1059.001", "PowerShell");
  await page.waitForURL("**/techniques/T1059.001**");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

it("a rule is drafted on the page of rules, and rules are exported", async () => {
  const page = await tests.open("/rules");
  await page.getByRole("button", { name: "Draft a rule" }).click();
  const panel = page.getByRole("region", { name: "Draft a rule" });
  await panel.getByRole("combobox", { name: "Technique" }).fill("scheduled task");
  await page.getByRole("option", { name: "T1053.005 Scheduled Task" }).click();
  expect(await findBarriers(page)).toEqual([]);
  await panel.getByRole("button", { name: "Draft a rule" }).click();
  await heading(page, "Scheduled Task (T1053.005)").waitFor();
  await page.goto(`${tests.service.url}/rules?language=sigma`);
  const href = await page.getByRole("link", { name: "Export" }).getAttribute("href");
  expect(href).toBe("/api/pipeline/rules/export?language=sigma");
  expect((await fetch(`${tests.service.url}${href}`)).headers.get("content-type")).toBe(
    "application/gzip",
  );
});

it("a viewer reads everything and drafts nothing", async () => {
  const folder = preparedFolder();
  const service = await startService(folder.path, { AUTH_ENABLED: "true", PROXY_SECRET: "proof" });
  const proxy = await startLoginProxy(service.url, {
    name: "vera",
    role: "viewer",
    secret: "proof",
  });
  try {
    for (const path of ["/techniques/T1059.001", "/rules"]) {
      const page = await tests.open(path, { origin: proxy.url, width: 390 });
      await page.getByText(/^vera, viewer/u).waitFor();
      await untilQuiet(page);
      expect(await page.getByRole("button", { name: "Draft a rule" }).count()).toBe(0);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      // The page would complain that its stream of changes ends with the service.
      await page.context().close();
    }
  } finally {
    await proxy.close();
    await service.stop();
    folder.remove();
  }
});
