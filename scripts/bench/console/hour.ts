import type { Page } from "playwright-core";
import { count, type Figure, median, mib, times } from "../figures.ts";
import type { BenchOptions } from "../options.ts";
import { row } from "../report.ts";
import { type Action, followLinks } from "./action.ts";
import { listActions } from "./actions.ts";
import { type Held, openMeter } from "./memory.ts";
import { makeReport, type OpenConsole, withConsole } from "./open-console.ts";
import { untilQuiet } from "../../../test/support/node/until-quiet.ts";

const MINUTES = 60;
const MINUTE_MS = 60_000;
/** A round decides one technique, so a report of 40 every 20 rounds leaves unreviewed ones. */
const ROUNDS_PER_REPORT = 20;

/** Measures an hour of use in one tab without a pause. A leak appears as growth from round to round. */
export async function benchHour({ minutes }: Pick<BenchOptions, "minutes">): Promise<void> {
  await withConsole(async (open) => {
    const page = await open.newPage();
    await page.goto("/sessions");
    const held = await runRounds(open, page, minutes ?? MINUTES);
    printGrowth(held);
    await page.context().close();
  });
}

/** Repeats all actions and measures the tab after each round. */
async function runRounds(open: OpenConsole, page: Page, minutes: number): Promise<Held[]> {
  const meter = await openMeter(open.browser, page);
  const actions = listActions();
  // The first round loads the code and data of all pages, so it does not count.
  await act(page, actions, 0);
  const held: Held[] = [];
  const start = performance.now();
  for (let round = 1; performance.now() - start < minutes * MINUTE_MS; round += 1) {
    if (round % ROUNDS_PER_REPORT === 0) await makeReport(open.service.url, round);
    await act(page, actions, round);
    await rest(page);
    const now = await meter();
    held.push(now);
    row(`round ${round}, ${actions.length} actions`, [
      mib(now.heap, "heap"),
      count(now.nodes, "DOM nodes", "less"),
      count(now.listeners, "listeners", "less"),
      mib(now.resident, "resident"),
    ]);
  }
  return held;
}

/** Performs all actions once. */
async function act(page: Page, actions: readonly Action[], round: number): Promise<void> {
  for (const { name, run } of actions) {
    await run(page, round).catch((error: unknown) => {
      throw new Error(`Round ${round}, ${name}: ${String(error)}`, { cause: error });
    });
  }
}

/** Opens the list of reports, so that every round is measured on the same page. */
async function rest(page: Page): Promise<void> {
  await followLinks(page, "Reports");
  await page.locator("main tbody a").first().waitFor();
  await untilQuiet(page);
}

/** Prints the first and the last quarter of the rounds, and the slope over all rounds. */
function printGrowth(held: readonly Held[]): void {
  const quarter = Math.max(1, Math.floor(held.length / 4));
  const print = (
    what: keyof Held,
    name: string,
    figure: (value: number, name: string) => Figure,
  ) => {
    const values = held.map((one) => one[what]);
    const first = median(values.slice(0, quarter));
    const last = median(values.slice(-quarter));
    row(`${name}, ${held.length} rounds`, [
      figure(first, "first quarter"),
      figure(last, "last quarter"),
      times(last / first, "growth", "less"),
      figure(roundSlope(slopeOf(values)), "slope per round"),
    ]);
  };
  print("heap", "heap", mib);
  print("nodes", "DOM nodes", count);
  print("listeners", "listeners", count);
  print("resident", "resident memory", mib);
}

/** Rounds a slope to three decimals: 0.001 a round is less than one unit in an hour. */
const roundSlope = (slope: number) => Math.round(slope * 1_000) / 1_000;

/** Returns the slope of the least-squares line through values one step apart. */
function slopeOf(values: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const middle = (values.length - 1) / 2;
  const average = mean(values);
  const spread = mean(values.map((_, at) => (at - middle) ** 2));
  return spread === 0 ? 0 : mean(values.map((one, at) => (at - middle) * (one - average))) / spread;
}
