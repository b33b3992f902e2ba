import { describe, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { addressOf, EMPTY_PAGES, EVERY_PAGE, lookFor } from "../support/node/every-page.ts";
import type { Made } from "../../scripts/demo/fill.ts";
import { fillService, READS_DEMO } from "../support/node/filled-service.ts";
import { addObservable, collectReport } from "../support/node/observables.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole(READS_DEMO);

it.each(EMPTY_PAGES)("nothing stands in the way on %s on the first day", async (path) => {
  expect(await barriersAt(path, {})).toEqual([]);
});

describe("nor in a workspace that is in use", () => {
  let made: Made = {};
  tests.before(async () => {
    made = await fillService(tests.service.url);
  });

  it.each(EVERY_PAGE)("%s, light and dark, wide and narrow", async (path) => {
    expect(await barriersAt(path, made)).toEqual([]);
  });
});

async function barriersAt(path: string, made: Made): Promise<string[]> {
  const page = await tests.open(addressOf(path, made), lookFor(path));
  await untilQuiet(page);
  return await barriersOf(page);
}

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
