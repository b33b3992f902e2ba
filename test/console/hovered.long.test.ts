import { expect, it } from "vitest";
import { LOOKS, showAs } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { findFaintTexts, force } from "../support/node/contrast.ts";
import { addressOf, EVERY_PAGE, lookFor } from "../support/node/every-page.ts";
import type { Made } from "../../scripts/demo/fill.ts";
import { fillService, READS_DEMO } from "../support/node/filled-service.ts";
import { SHIPPED } from "../support/shipped.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole(READS_DEMO);

/** Four groups and a session, so that cells of every strength are on the matrix. */
const OVERLAYS = ["G0016", "G0007", "G0032", "G0046"].map((id) => `group:${id}`).join(",");

let made: Made = {};
tests.before(async () => {
  made = await fillService(tests.service.url);
});

it.each(EVERY_PAGE)("%s reads under the mouse and under the focus", async (path) => {
  const page = await tests.open(addressOf(path, made), lookFor(path));
  await untilQuiet(page);
  for (const state of [undefined, "hover", "focus-visible"] as const) {
    if (state !== undefined) await force(page, state);
    for (const look of LOOKS) {
      await showAs(page, look);
      expect([state, look, await findFaintTexts(page)]).toEqual([state, look, []]);
    }
  }
});

it.each(["light", "dark"] as const)(
  "a scored cell keeps its color under the mouse, %s",
  async (colours) => {
    const path = `/matrix?version=${SHIPPED.version}&overlays=session:${made["session_id"]},${OVERLAYS}&open=true`;
    const page = await tests.open(path, { colours });
    await untilQuiet(page);
    for (const heat of [1, 2, 3, 4, 5]) {
      const cell = page.locator(`button[data-technique][data-heat="${heat}"]`).first();
      const color = async () => await cell.evaluate((one) => getComputedStyle(one).backgroundColor);
      const before = await color();
      await cell.hover();
      expect([heat, await color()]).toEqual([heat, before]);
      expect(await findFaintTexts(page)).toEqual([]);
    }
  },
);
