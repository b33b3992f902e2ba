import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { collect } from "../support/node/coverage.ts";
import { analyseReports, decide } from "../support/node/dossiers.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();
const SPAN = "by=month&since=2024-05-01&until=2024-06-30";

it("no reports: the page says what trends count", async () => {
  const page = await tests.open("/trends");
  await page.getByRole("heading", { name: "No reports in this period" }).waitFor();
  await page.getByText("Coverage is recorded once a day").waitFor();
  await page.getByRole("link", { name: "Analyze a report" }).last().waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

it("numbers lead to their reports, and the address keeps what is shown", async () => {
  const ids = await analyseReports(tests.service.url);
  await decide(tests.service.url, ids[0] ?? "", "T1059.001", "accepted");
  const page = await tests.open(`/trends?${SPAN}`);
  await page
    .getByText("2 reports from 2024-05-01 to 2024-06-30, dated by publication (2).")
    .waitFor();
  await page.getByRole("button", { name: "T1059.001, 2024-06-01: 2 reports" }).click();
  const pane = page.getByRole("complementary", { name: "Reports" });
  await pane.getByText("2 reports").waitFor();
  await pane.getByText("2024-06-07, by publication, accepted").waitFor();
  expect(new URL(page.url()).searchParams.get("period")).toBe("2024-06-01");
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await pane.getByRole("link", { name: "First vendor" }).waitFor();
  await page.getByLabel("Verdicts").selectOption("accepted");
  await page.getByRole("button", { name: "T1059.001, 2024-06-01: 1 report" }).waitFor();
  await page.getByRole("button", { name: "Groups" }).click();
  await page.getByRole("link", { name: /APT29/u }).first().waitFor();
  // Groups have no verdict.
  expect(new URL(page.url()).searchParams.get("review")).toBeNull();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("trends-groups-2024-05-01-2024-06-30.csv");
  expect(await readFile(await file.path(), "utf8")).toContain('"G0016","APT29"');
});

it("all time goes back to the first report, year by year", async () => {
  const page = await tests.open("/trends");
  await page.getByLabel(/^Time/u).selectOption("All time, by year");
  await page.getByRole("button", { name: "T1059.001, 2024-01-01: 2 reports" }).waitFor();
  await page.getByRole("columnheader", { name: "2024", exact: true }).waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("by"), searchParams.get("since")]).toEqual(["year", "first"]);
  await page.getByLabel(/^Time/u).selectOption("12 weeks");
  await page.getByText(/^\d+ reports? from 2\d{3}-/u).waitFor();
  expect(new URL(page.url()).searchParams.get("since")).toBeNull();
});

it("what is new this week has its first report, and coverage its day", async () => {
  const { url } = tests.service;
  await analyse(url, {
    text: "The actor dumped LSASS memory (T1003.001) on the server.",
    name: "Of today",
  });
  await collect(url, [{ name: "WinEventLog:Sysmon" }]);
  const page = await tests.open("/trends");
  const fresh = page.getByRole("region", { name: "New this week" });
  await fresh.getByRole("link", { name: "T1003.001 LSASS Memory" }).waitFor();
  await page.getByText("The first day was recorded.").waitFor();
  await page.getByText("Numbers by day").click();
  await page
    .getByRole("row", { name: new RegExp(new Date().toISOString().slice(0, 10)) })
    .waitFor();
  await fresh.getByRole("link", { name: "T1003.001: 1 report" }).click();
  await page.getByRole("heading", { level: 1, name: "Of today" }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/sessions\/./u);
});

it("390 pixels are enough", async () => {
  const page = await tests.open(`/trends?${SPAN}&id=T1059.001`, { width: 390 });
  await page.getByRole("complementary", { name: "Reports" }).waitFor();
  const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(over)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
});
