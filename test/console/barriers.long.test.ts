import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { analyseReports, decide, makeDossier } from "../support/node/dossiers.ts";
import { addObservable, collectReport } from "../support/node/observables.ts";
import { analyse } from "../support/node/service.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole();

const REPORT =
  "The actor sent a spearphishing attachment (T1566.001), ran PowerShell (T1059.001), dumped LSASS memory and used valid accounts (T1078).";

it.each([
  "/",
  "/analyze",
  "/releases",
  "/intake",
  "/sessions",
  "/dossiers",
  "/trends",
  "/observables?kind=domain,misp:mac-address&role=indicator&last_seen_since=2020-01-01",
  "/intake/sources",
  "/intake/imports",
  "/admin",
  "/admin?action=source.create&since=2026-01-01",
  "/admin/jobs?state=dead",
  "/admin/settings",
  "/coverage",
  "/coverage?group_id=G0016&technique=T1059.001",
  "/coverage?technique_ids=T1059.001,T1566.001&squares=true",
  "/coverage/tests",
  "/coverage/log-sources?search=Sysmon",
  "/rules?state=draft",
  "/techniques?search=power",
  "/techniques/T1059.001",
  "/techniques/T1086",
  "/software",
  "/software/S0154",
  "/vulnerabilities",
  "/vulnerabilities/CVE-2021-26855",
  "/groups",
  "/groups/G0016",
  "/groups/G0016?with=G0007",
  "/campaigns",
  "/campaigns/C0024",
  "/compare?set=T1059.001,T1566.001,T9999",
  "/matrix?overlays=group:G0016&technique=T1059.001",
  "/matrix?overlays=group:G0016&layout=mini",
])("nothing stands in the way on %s, light and dark, wide and narrow", async (path) => {
  const page = await tests.open(path);
  await untilQuiet(page);
  expect(await barriersOf(page)).toEqual([]);
});

it("nor on the page of a session, with a technique chosen", async () => {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "A report" });
  const page = await tests.open(`/sessions/${body.session_id}?technique=T1566.001`);
  await untilQuiet(page);
  expect(await barriersOf(page)).toEqual([]);
});

it.each(["", "part=contradictions", "part=timeline", "part=indicators", "part=leads"])(
  "nor on the page of a dossier: %s",
  async (part) => {
    const ids = await analyseReports(tests.service.url);
    await decide(tests.service.url, ids[0] ?? "", "T1059.001", "rejected");
    const id = await makeDossier(tests.service.url, ids);
    const search = `technique=T1059.001&session=${ids[0]}&${part}`;
    const page = await tests.open(`/dossiers/${id}?${search}`);
    await untilQuiet(page);
    expect(await barriersOf(page)).toEqual([]);
    await page.goto(`${tests.service.url}/trends?by=month&since=2024-05-01&id=T1059.001`);
    await untilQuiet(page);
    expect(await barriersOf(page)).toEqual([]);
  },
);

it("nor on the observables and on the page of one, with what is done there", async () => {
  const { url } = tests.service;
  const technique_ids = ["T1566", "T1059.001"];
  const summary = "The actor used the C2 server barrier-one[.]xyz and 91.2.3.4.";
  const report = { title: "Of barriers", summary, technique_ids, group_ids: ["G0016"] };
  const { observable_ids: ids } = await collectReport(url, report);
  await addObservable(url, { kind: "mutex", value: "M".repeat(250), tags: ["one", "two"] });
  const page = await tests.open("/observables");
  await page.getByRole("checkbox", { name: "Choose barrier-one.xyz" }).check();
  await page.getByText("Kind: any").click();
  await page.getByText("Role: any").click();
  await page.getByRole("button", { name: "Add an observable" }).click();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Suppress" }).click();
  await page.getByText("is being suppressed").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.goto(`${url}/observables/${ids[0]}`);
  await page.getByText("PowerShell").waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it("nor in the palette", async () => {
  const page = await tests.open("/groups");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Page, report/ }).fill("apt2");
  await page.getByRole("option", { name: /APT29/ }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});
