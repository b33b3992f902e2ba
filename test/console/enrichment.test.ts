import { afterAll, beforeAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { addObservable, collectReport, listObservables } from "../support/node/observables.ts";
import { ProviderStandIn } from "../support/node/provider-stand-in.ts";
import { ADDRESS } from "../support/providers/values.ts";
import { GOOD_KEY } from "../support/providers/wire.ts";

const providers = new ProviderStandIn();
const settings: Record<string, string> = {};
// Before the service starts, which has to know their address.
beforeAll(async () => {
  await providers.listen();
  Object.assign(settings, providers.settings);
});
afterAll(() => providers.close());
const tests = useConsole(settings);

it("a value is enriched by the keyboard, and each answer is shown as facts with its source", async () => {
  const { url } = tests.service;
  await collectReport(url, {
    title: "A report that names a group",
    summary: `The C2 server answered on ${ADDRESS}.`,
    technique_ids: [],
    group_ids: ["G0016"],
  });
  const [known] = await listObservables(url, `q=${ADDRESS}`);
  const page = await tests.open(`/observables/${known?.id}`);
  const provider = page.getByRole("combobox", { name: "Provider" });
  await page.getByText("No provider has been queried yet.").waitFor();
  expect(await provider.locator("option").allTextContents()).toEqual([
    "RDAP",
    "VirusTotal",
    "AlienVault OTX",
    "ThreatFox",
    "URLhaus",
    "urlscan.io",
    "GreyNoise",
    "AbuseIPDB",
    "Shodan InternetDB",
  ]);
  await provider.focus();
  await page.keyboard.type("Threat");
  await page
    .getByText("Sends: The IP address, domain, URL or hash itself. Receiver: 127")
    .waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const record = page.getByRole("listitem").filter({ hasText: "ThreatFox answered" });
  await record.getByText("botnet", { exact: false }).first().waitFor();
  await record.getByText("75 confidence_level").waitFor();
  await record.getByRole("link", { name: "S0154 Cobalt Strike" }).waitFor();
  const link = record.getByRole("link", { name: "https://threatfox.abuse.ch/ioc/41/" }).first();
  expect(await link.getAttribute("rel")).toBe("noreferrer");
  await record.getByText("Reported by").click();
  await record.getByText("reporter_one: botnet_cc").waitFor();

  await provider.selectOption({ label: "AlienVault OTX" });
  await page.getByRole("button", { name: "Query AlienVault OTX" }).click();
  await page.getByText("AlienVault OTX answered").waitFor();

  // The last one is the section itself; those before it are around it.
  const named = page.locator("section").filter({ hasText: "named beside it" }).last();
  const group = named.getByRole("listitem").filter({ hasText: "APT29" });
  await group.getByRole("link", { name: "A report that names a group" }).waitFor();
  await group.getByRole("link", { name: "AlienVault OTX", exact: true }).waitFor();
  const software = named.getByRole("listitem").filter({ hasText: "Cobalt Strike" });
  await software.getByRole("link", { name: "ThreatFox", exact: true }).waitFor();
  await named.getByRole("listitem").filter({ hasText: "NoSuchFamily" }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it("a value that only TLP:RED reports name is sent only where the reader says so", async () => {
  const { url } = tests.service;
  await collectReport(url, {
    title: "A red report",
    summary: "TLP:RED. The C2 server answered on 91.40.1.1.",
    technique_ids: [],
    group_ids: [],
  });
  const [known] = await listObservables(url, "q=91.40.1.1");
  const page = await tests.open(`/observables/${known?.id}`, { expected: /409/u });
  providers.takeLog();
  await page.getByRole("combobox", { name: "Provider" }).selectOption({ label: "GreyNoise" });
  await page.getByRole("button", { name: "Query GreyNoise" }).click();
  await page.getByText("Only TLP:RED reports name this value").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  expect(providers.takeLog()).toEqual([]);
  await page.getByRole("button", { name: "Send despite TLP:RED" }).click();
  await page.getByText("GreyNoise has no entry").first().waitFor();
  expect(providers.takeLog()).toEqual(["GET /greynoise/community/91.40.1.1"]);
});

it("several values are enriched by all providers that take them, in one action", async () => {
  const { url } = tests.service;
  for (const value of ["91.40.2.1", "91.40.2.2"]) await addObservable(url, { kind: "ipv4", value });
  const page = await tests.open("/observables?q=91.40.2");
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  const bar = page.getByRole("group", { name: "Selected observables" });
  await bar.getByRole("button", { name: "Enrich" }).press("Enter");
  const form = page.getByRole("form", { name: "Enrich the selected observables" });
  const bazaar = form.getByRole("checkbox", { name: "MalwareBazaar" });
  // Addresses alone are chosen.
  expect(await bazaar.count()).toBe(0);
  await form.getByText("2 of 2 values. The IP address itself. Receiver: 127.0.0.1").waitFor();
  for (const name of ["RDAP", "VirusTotal"]) await form.getByLabel(name).uncheck();
  expect(await barriersOf(page)).toEqual([]);
  providers.takeLog();
  await form.getByRole("button", { name: "Query 7 providers" }).click();
  await page.getByText(/^\d+ enriched/u).waitFor();
  const asked = new Set(providers.takeLog().map((line) => line.split("/")[1]));
  expect([...asked].sort()).toEqual([
    "abuseipdb",
    "greynoise",
    "internetdb",
    "otx",
    "threatfox",
    "urlhaus",
    "urlscan",
  ]);
  // What came of it stays when nothing is selected any more.
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await page.getByText(/^\d+ enriched/u).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it("values of TLP:RED reports leave in bulk only where the reader says so, once", async () => {
  const { url } = tests.service;
  await collectReport(url, {
    title: "Another red report",
    summary: "TLP:RED. The C2 server answered on 91.40.3.1.",
    technique_ids: [],
    group_ids: [],
  });
  await addObservable(url, { kind: "ipv4", value: "91.40.3.2" });
  const page = await tests.open("/observables?q=91.40.3");
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  const bar = page.getByRole("group", { name: "Selected observables" });
  await bar.getByRole("button", { name: "Enrich" }).click();
  const form = page.getByRole("form", { name: "Enrich the selected observables" });
  await form.getByRole("button", { name: "Query 9 providers" }).waitFor();
  for (const box of await form.getByRole("group").getByRole("checkbox").all()) await box.uncheck();
  expect(await form.getByRole("button", { name: "Query 0 providers" }).isDisabled()).toBe(true);
  await form.getByLabel("GreyNoise").check();
  providers.takeLog();
  await form.getByRole("button", { name: "Query 1 provider" }).click();
  await page.getByText("1 not found, 1 withheld as TLP:RED").waitFor();
  expect(providers.takeLog()).toEqual(["GET /greynoise/community/91.40.3.2"]);
  const red = form.getByLabel("Also send values that only TLP:RED reports name");
  await red.check();
  await form.getByRole("button", { name: "Query 1 provider" }).click();
  await page.getByText("2 not found").waitFor();
  expect(providers.takeLog()).toEqual(["GET /greynoise/community/91.40.3.1"]);
  expect(await red.isChecked()).toBe(false);
});

it("an admin sees which providers are on and what each sends", async () => {
  const page = await tests.open("/admin/settings");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name }).first();
  await row("VirusTotal").getByText("VIRUSTOTAL_API_KEY").waitFor();
  await row("VirusTotal").getByText("4/minute, 500/day").waitFor();
  await row("Shodan InternetDB").getByText("The IPv4 address itself.").waitFor();
  await row("RDAP").getByText("Always on").waitFor();
  expect(await page.content()).not.toContain(GOOD_KEY);
  expect(await barriersOf(page)).toEqual([]);
});
