import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { count } from "../figures.ts";
import { row } from "../report.ts";
import type { OpenConsole } from "./open-console.ts";
import { listViews } from "./list-views.ts";
import { untilQuiet } from "../../../test/support/node/until-quiet.ts";

const MINUTE_MS = 60_000;

/** Requests of a page that nobody touches in a minute: while it is in view, and while it is hidden. */
export async function benchIdle(open: OpenConsole): Promise<void> {
  const views = listViews(open.sessions);
  const pages = await Promise.all(
    views.map(async ({ path, shown }) => {
      const page = await open.newPage();
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      await untilQuiet(page);
      return page;
    }),
  );
  const visible = await countRequests(pages);
  await Promise.all(pages.map(hide));
  const hidden = await countRequests(pages);
  for (const [at, { name }] of views.entries()) {
    row(`requests of an idle minute of ${name}`, [
      count(visible[at] ?? 0, "in view", "less"),
      count(hidden[at] ?? 0, "hidden", "less"),
    ]);
  }
  await Promise.all(pages.map(async (page) => await page.context().close()));
}

async function countRequests(pages: readonly Page[]): Promise<number[]> {
  const counts = pages.map(() => 0);
  const stops = pages.map((page, at) => {
    const onRequest = () => (counts[at] = (counts[at] ?? 0) + 1);
    page.on("request", onRequest);
    return () => page.off("request", onRequest);
  });
  await sleep(MINUTE_MS);
  for (const stop of stops) stop();
  return counts;
}

/** Simulates a hidden page, because a headless browser never hides one. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
}
