import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const LOOKS = [
  { colours: "light", width: 1280 },
  { colours: "dark", width: 1280 },
  { colours: "light", width: 390 },
  { colours: "dark", width: 390 },
] as const;

const REPORT =
  "The actor sent a spearphishing attachment (T1566.001), ran PowerShell (T1059.001), dumped LSASS memory and used valid accounts (T1078).";

it.each(LOOKS)("no page has a barrier: $colours, $width wide", async (look) => {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "A report" });
  const paths = [
    "/",
    "/sessions",
    `/sessions/${body.session_id}`,
    `/sessions/${body.session_id}?technique=T1566.001`,
    "/groups",
    "/groups/G0016",
    "/groups/G0016?with=G0007",
    "/campaigns",
    "/campaigns/C0024",
    "/compare?set=T1059.001,T1566.001,T9999",
  ];
  for (const path of paths) {
    const page = await tests.open(path, look);
    await page.waitForLoadState("networkidle");
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, tooWide, await findBarriers(page)]).toEqual([path, 0, []]);
  }
});

it.each(LOOKS)("nor has the palette: $colours, $width wide", async (look) => {
  const page = await tests.open("/groups", look);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Page, session/ }).fill("apt");
  await page.getByRole("option", { name: /APT29/ }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
});
