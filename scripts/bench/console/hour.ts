import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";
import { count, mib, times } from "../figures.ts";
import { row } from "../report.ts";
import { type Action, followLinks } from "./action.ts";
import { listActions } from "./actions.ts";
import type { OpenConsole } from "./open-console.ts";
import { untilQuiet } from "../../../test/support/node/until-quiet.ts";

/** So often all actions, which makes 1,200: what an analyst does in an hour of work without a pause. */
const ROUNDS = 24;
const PARTS = 6;
const MIB = 2 ** 20;

/** What a tab holds after the browser has collected all that it can. */
interface Held {
  heap: number;
  nodes: number;
  listeners: number;
  resident: number;
}

/** An analyst's hour in one tab, as fast as it goes: a leak shows as growth from sixth to sixth. */
export async function benchHour(open: OpenConsole): Promise<void> {
  const page = await open.newPage();
  await page.goto("/sessions");
  const tab = await page.context().newCDPSession(page);
  const browser = await open.browser.newBrowserCDPSession();
  const actions = listActions();
  // Pages, their data and the programs that they load are there before it is counted.
  await act(page, actions, 0, 1);
  const held = [await measureHeld(page, tab, browser)];
  tell("before", held[0]);
  for (let part = 1; part <= PARTS; part += 1) {
    const each = ROUNDS / PARTS;
    await act(page, actions, (part - 1) * each, part * each);
    held.push(await measureHeld(page, tab, browser));
    tell(`after ${part * each * actions.length} actions`, held.at(-1));
  }
  const [before, , last] = [held[0], held[1], held.at(-1)];
  const second = held[2];
  if (before === undefined || second === undefined || last === undefined) return;
  row("its growth in the last four sixths", [
    times(last.heap / second.heap, "heap", "less"),
    times(last.nodes / second.nodes, "DOM nodes", "less"),
    times(last.listeners / second.listeners, "listeners", "less"),
    times(last.resident / second.resident, "resident", "less"),
  ]);
  await page.context().close();
}

function tell(when: string, held: Held | undefined): void {
  if (held === undefined) return;
  row(`an hour of use, ${when}`, [
    mib(held.heap, "heap"),
    count(held.nodes, "DOM nodes", "less"),
    count(held.listeners, "listeners", "less"),
    mib(held.resident, "resident"),
  ]);
}

/** Does all actions once for each round. */
async function act(page: Page, actions: readonly Action[], from: number, to: number) {
  for (let round = from; round < to; round += 1) {
    for (const { name, run } of actions) {
      await run(page, round).catch((error: unknown) => {
        throw new Error(`Round ${round}, ${name}: ${String(error)}`, { cause: error });
      });
    }
  }
}

/** Always on the same page, which shows little. */
async function measureHeld(page: Page, tab: CDPSession, browser: CDPSession): Promise<Held> {
  await followLinks(page, "Reports");
  await page.locator("main tbody a").first().waitFor();
  await untilQuiet(page);
  await tab.send("HeapProfiler.enable");
  // What is only weakly held goes with the second one.
  for (let run = 0; run < 2; run += 1) await tab.send("HeapProfiler.collectGarbage");
  await tab.send("HeapProfiler.disable");
  const { usedSize } = await tab.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners: listeners } = await tab.send("Memory.getDOMCounters");
  return { heap: usedSize / MIB, nodes, listeners, resident: await residentOf(browser) };
}

/** MiB of the largest of the browser's processes that show pages: the only one with a page in it. */
async function residentOf(browser: CDPSession): Promise<number> {
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    });
  return Math.max(...sizes);
}
