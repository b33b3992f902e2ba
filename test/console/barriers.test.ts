import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const REPORT =
  "The actor sent a spearphishing attachment (T1566.001), ran PowerShell (T1059.001), dumped LSASS memory and used valid accounts (T1078).";

it.each([
  "/",
  "/sessions",
  "/groups",
  "/groups/G0016",
  "/groups/G0016?with=G0007",
  "/campaigns",
  "/campaigns/C0024",
  "/compare?set=T1059.001,T1566.001,T9999",
  "/matrix?overlays=group:G0016&technique=T1059.001",
])("nothing stands in the way on %s, light and dark, wide and narrow", async (path) => {
  const page = await tests.open(path);
  await page.waitForLoadState("networkidle");
  expect(await barriersOf(page)).toEqual([]);
});

it("nor on the page of a session, with a technique chosen", async () => {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "A report" });
  const page = await tests.open(`/sessions/${body.session_id}?technique=T1566.001`);
  await page.waitForLoadState("networkidle");
  expect(await barriersOf(page)).toEqual([]);
});

it("nor in the palette", async () => {
  const page = await tests.open("/groups");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Page, session/ }).fill("apt2");
  await page.getByRole("option", { name: /APT29/ }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});
