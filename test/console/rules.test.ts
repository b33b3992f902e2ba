import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { importRule, sigmaRule } from "../support/node/coverage.ts";

const tests = useConsole();
const PATH = "/api/pipeline/rules";
const LONG = `Very long ${"title ".repeat(38)}`.trim();
const TITLES = ["Tool one", "Tool two", "<img src=x onerror=alert(1)>", "Обход защиты 绕过", LONG];
const ids: string[] = [];

tests.before(async () => {
  const { url } = tests.service;
  for (const [n, title] of TITLES.entries()) {
    ids.push(await importRule(url, sigmaRule(n + 1, title, "T1059.001"), "draft"));
  }
});

interface ShownRule {
  title: string;
  state: string;
  version: number;
}

/** The rules that fit, as the service has them. */
async function listed(query = ""): Promise<ShownRule[]> {
  const answered = await fetch(`${tests.service.url}${PATH}?${query}`);
  return (await answered.json()) as ShownRule[];
}

const titles = (page: Page) => async () =>
  (await page.locator("tbody th a").allTextContents()).toSorted();

it("rules are found, and set to work one by one and many at once", async () => {
  const page = await tests.open("/rules");
  await expect.poll(titles(page)).toEqual(TITLES.toSorted());
  expect(await barriersOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "Enable Tool one" }).click();
  await page.getByText("1 rule is enabled now.").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("Tool");
  await expect.poll(titles(page)).toEqual(["Tool one", "Tool two"]);
  await page.getByRole("combobox", { name: "State" }).selectOption("Draft");
  await expect.poll(titles(page)).toEqual(["Tool two"]);
  await page.reload();
  await expect.poll(titles(page)).toEqual(["Tool two"]);
  await page.goto(`${tests.service.url}/rules?technique_id=T1059.001&product=windows`);
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByText("5 selected").waitFor();
  await page.getByRole("button", { name: "Disable", exact: true }).first().click();
  await page.getByText("5 rules are disabled now.").waitFor();
  expect((await listed()).map(({ state }) => state)).toEqual(Array(5).fill("disabled"));
  await page.goto(`${tests.service.url}/rules?level=low`);
  await page.getByText("No rule matches. Clear a filter.").waitFor();
});

it("rules are chosen and set to work by keyboard alone", async () => {
  const page = await tests.open("/");
  await page.addInitScript(() =>
    addEventListener("pointerdown", () => console.error("A mouse was used."), { capture: true }),
  );
  await page.goto(`${tests.service.url}/rules?q=Tool`);
  await expect.poll(titles(page)).toEqual(["Tool one", "Tool two"]);
  await page.getByText("selects a rule.").waitFor();
  for (const key of ["j", "x", "Shift+J", "e"]) await page.keyboard.press(key);
  await page.getByText("2 rules are enabled now.").waitFor();
  expect(await listed("state=enabled")).toHaveLength(2);
  for (const key of ["Escape", "k", "d"]) await page.keyboard.press(key);
  await page.getByText("1 rule is disabled now.").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/rules\/[\w-]+/u);
  await page.getByRole("group", { name: "State" }).waitFor();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Enabled", pressed: true }).waitFor();
  expect(await listed("state=enabled")).toHaveLength(2);
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Enable it").waitFor();
});

it("an import says what it would do before it does it", async () => {
  const page = await tests.open("/rules");
  await page.getByRole("button", { name: "Import rules" }).click();
  const file = (name: string, text: string) => ({
    name,
    mimeType: "application/yaml",
    buffer: Buffer.from(text),
  });
  await page
    .getByLabel("Files of rules")
    .setInputFiles([
      file("new.yml", sigmaRule(50, "A new one", "T1105")),
      file("broken.yml", "title: [unclosed\ndetection:\n"),
      file("known.yml", sigmaRule(1, "Tool one", "T1059.001")),
    ]);
  await page.getByText("Nothing is stored yet.").waitFor();
  await page.getByText("1 would fail, 1 would be new, 1 stored already").waitFor();
  await page.getByText("broken.yml").waitFor();
  expect(await listed("q=A+new+one")).toEqual([]);
  expect(await barriersOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "Import 1 rule" }).click();
  await page.getByText("1 failed, 1 new, 1 stored already").waitFor();
  await page.getByRole("rowheader", { name: /^A new one/u }).waitFor();
  expect((await listed("q=A+new+one")).map(({ state }) => state)).toEqual(["draft"]);
});

it("a rule is shown with its author, changed, compared and tested", async () => {
  const { url } = tests.service;
  const page = await tests.open(`/rules/${ids[0]}`);
  await page.getByText("Anna Writer", { exact: true }).waitFor();
  await page.getByText("DRL-1.1", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "T1059.001" }).waitFor();
  await page.getByText("Valid.").waitFor();
  await page
    .getByRole("textbox", { name: "Events as JSON" })
    .fill(
      '{"EventID":1,"Channel":"Microsoft-Windows-Sysmon/Operational","Image":"C:\\\\run1.exe"}\n{"EventID":1,"Channel":"Microsoft-Windows-Sysmon/Operational","Image":"C:\\\\other.exe"}',
    );
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("1 of 2 events matches.").waitFor();
  await page
    .getByText(/selection: Image\|endswith wants .*run1\.exe; the event has .*other\.exe/u)
    .waitFor();
  await page
    .getByRole("textbox", { name: "Events as JSON" })
    .fill('{"EventID":1,"Image":"C:\\\\run1.exe"}');
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("1 of 1 event matches.").waitFor();
  await page.getByRole("textbox", { name: "Name of the sample" }).fill("Первый 样本");
  await page.getByRole("button", { name: "Keep as a sample that matches" }).click();
  await page.getByText("Last run: 1 passed, 0 failed.").waitFor();
  await page.getByRole("button", { name: "Show events of the sample Первый 样本" }).click();
  await page
    .getByRole("list", { name: "Events of the sample" })
    .getByText(/run1\.exe/u)
    .waitFor();
  await page.getByRole("button", { name: "Write a new version" }).click();
  const text = page.getByRole("textbox", { name: "Text of the new version" });
  const before = await text.inputValue();
  await text.fill("title: [");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText(/^\d+ errors?[.,]/u).waitFor();
  await text.fill(before.replace("run1.exe", "run9.exe"));
  // What is not saved yet is tested as it is written, and does not become a sample.
  await page.getByText("Tests the new version as it is written").waitFor();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("0 of 1 event match.").waitFor();
  expect(await page.getByRole("textbox", { name: "Name of the sample" }).count()).toBe(0);
  await page.getByRole("button", { name: "Save the version" }).click();
  await page.getByRole("heading", { name: "Version 2" }).waitFor();
  await page.getByText("Last run: 0 passed, 1 failed.").waitFor();
  await page
    .getByRole("list", { name: "Differences" })
    .getByText(/Added:.*run9\.exe/u)
    .waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL(`${url}/rules`);
  await expect.poll(titles(page)).not.toContain("Tool one");
});

it("hostile titles are text, and a rule that is gone is told", async () => {
  const { url } = tests.service;
  const page = await tests.open(`/rules/${ids[2]}`, { expected: /404/u });
  await page.getByRole("heading", { name: "<img src=x onerror=alert(1)>" }).waitFor();
  expect(await page.locator("main img").count()).toBe(0);
  await page.goto(`${url}/rules/${ids[4]}`);
  await page.getByRole("heading", { name: LONG }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.goto(`${url}/rules/00000000-0000-4000-8000-000000000000`);
  await page.getByRole("alert").waitFor();
  await page.getByRole("link", { name: "Rules" }).last().waitFor();
});

it("alerts of a correlation are shown with their group and time", async () => {
  const { url } = tests.service;
  const base = sigmaRule(70, "Base", "T1110").replace("title:", "name: base_rule\ntitle:");
  const correlation = [
    "title: Many of them",
    "id: 00000000-0000-4000-8000-000000000071",
    "status: test",
    "correlation:",
    "  type: event_count",
    "  rules: [base_rule]",
    "  group-by: [User]",
    "  timespan: 5m",
    "  condition: {gte: 2}",
  ].join("\n");
  await importRule(url, `${base}---\n${correlation}\n`);
  const [rule] = (await listed("q=Many+of+them")) as unknown as { rule_id: string }[];
  const page = await tests.open(`/rules/${rule?.rule_id}`);
  const event = { EventID: 1, Image: "C:\\run70.exe", User: "bob" };
  const times = ["2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"];
  const events = times.map((time) =>
    JSON.stringify({ ...event, UtcTime: time, "@timestamp": time }),
  );
  await page.getByRole("textbox", { name: "Events as JSON" }).fill(events.join("\n"));
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const alerts = page.getByRole("list", { name: "Correlation alerts" });
  await alerts.getByText("Many of them").waitFor();
  expect(await alerts.textContent()).toContain("2 events, from 2026-01-01T00:00:00.000Z");
  expect(await alerts.textContent()).toContain("User: bob");
});

it("all rules of the list change only after a question, with filters and without", async () => {
  const { url } = tests.service;
  for (let n = 0; n < 50; n += 1) {
    await importRule(url, sigmaRule(200 + n, `Many ${n}`, "T1053.005"), "draft");
  }
  const counts = async () => {
    const answered = await fetch(`${url}${PATH}?state=enabled&limit=1`);
    return Number(answered.headers.get("X-Total-Count"));
  };
  const all = Number((await fetch(`${url}${PATH}?limit=1`)).headers.get("X-Total-Count"));
  const before = await counts();
  const page = await tests.open("/rules");
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: `Enable all ${all}…` }).click();
  const question = page.getByRole("group", { name: `Enable all ${all} rules?` });
  await question.waitFor();
  expect(await counts()).toBe(before);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await counts()).toBe(before);
  await page.getByRole("button", { name: `Enable all ${all}…` }).click();
  await question.getByRole("button", { name: `Enable ${all} rules` }).click();
  await page.getByText("are enabled now", { exact: false }).waitFor();
  expect(await counts()).toBe(all);
  expect(await barriersOf(page)).toEqual([]);
});
