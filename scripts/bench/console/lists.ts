import type { Page } from "playwright-core";
import { count, cpu, type Figure, median, ms } from "../figures.ts";
import { RUNS } from "../measure.ts";
import { row } from "../report.ts";
import { fillLists, ROWS } from "./fill-lists.ts";
import type { OpenConsole } from "./open-console.ts";
import {
  readFirstShown,
  timeKey,
  timePress,
  timeScrolling,
  timeTyping,
  withWork,
} from "./probe.ts";
import { untilQuiet } from "../../../test/support/node/until-quiet.ts";

const STEPS = 30;
const FRAMES = 300;
const BOX = 'input[type="checkbox"]';

/** A long list: how to find its rows and its search field, and which search matches few rows. */
interface List {
  name: string;
  path: string;
  row: string;
  search: string;
  text: string;
  /** Whether `j` and `k` move through it, and whether its rows are selected. */
  hasKeys: boolean;
  hasBoxes: boolean;
}

const IN_TABLE = "main tbody tr";
const LISTS: readonly List[] = [
  {
    name: `reports, ${ROWS}`,
    path: "/sessions",
    row: IN_TABLE,
    search: "#session-search",
    text: "Report 77",
    hasKeys: false,
    hasBoxes: true,
  },
  {
    name: `intake, ${ROWS}`,
    path: "/intake",
    row: "main li[data-row]",
    search: "#intake-search",
    text: "Bulletin 77",
    hasKeys: true,
    hasBoxes: true,
  },
  {
    name: `observables, ${ROWS}`,
    path: "/observables",
    row: IN_TABLE,
    search: "#observable-search",
    text: "host-77",
    hasKeys: true,
    hasBoxes: true,
  },
  {
    name: `rules, ${ROWS}`,
    path: "/rules",
    row: IN_TABLE,
    search: "#rule-search",
    text: "Rule 77",
    hasKeys: true,
    hasBoxes: true,
  },
  {
    name: "techniques, a whole release",
    path: "/techniques",
    row: IN_TABLE,
    search: "#technique-search",
    text: "powershell",
    hasKeys: false,
    hasBoxes: false,
  },
];

/** Measures how smooth lists of 1,000 items are: opening, scrolling, keys, selecting and searching. */
export async function benchLists(open: OpenConsole): Promise<void> {
  await fillLists(open.service.url);
  for (const list of LISTS) {
    const page = await open.newPage(list.row);
    const shown: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      await page.goto(list.path);
      shown.push(await readFirstShown(page));
      await untilQuiet(page);
    }
    row(`list of ${list.name}`, [
      ms(median(shown.slice(1)), "shown with the browser's cache"),
      count(await page.locator(list.row).count(), "rows on the page"),
      ...(await measureScrolling(page, list)),
      ...(list.hasKeys ? await measureKeys(page) : []),
      ...(list.hasBoxes ? await measureSelecting(page, list) : []),
      ...(await measureSearch(page, list)),
    ]);
    await page.context().close();
  }
}

async function measureScrolling(page: Page, { row: selector }: List): Promise<Figure[]> {
  const scroll = async () => await timeScrolling(page, selector, FRAMES, "down");
  const { took, figures } = await measureEach(page, "frame of scrolling", scroll);
  return [...figures, count(took.filter((one) => one > 50).length, "frames over 50 ms", "less")];
}

async function measureKeys(page: Page): Promise<Figure[]> {
  await timeKey(page, "j");
  const { figures } = await measureEach(page, "j and k", async () => {
    const steps: number[] = [];
    for (const key of ["j", "k"]) {
      for (let step = 0; step < STEPS; step += 1) steps.push(await timeKey(page, key));
    }
    return steps;
  });
  await untilQuiet(page);
  return figures;
}

async function measureSelecting(page: Page, { row: selector }: List): Promise<Figure[]> {
  const names = await page
    .locator(`${selector} ${BOX}`)
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute("aria-label")));
  const { figures } = await measureEach(page, "selecting a row", async () => {
    const presses: number[] = [];
    for (const name of names.slice(0, STEPS)) {
      const box = `${BOX}[aria-label="${name}"]`;
      presses.push(await timePress(page, box, `${box}:checked`));
    }
    return presses;
  });
  return figures;
}

/** Types a search letter by letter, and waits until the list shows only the matches. */
async function measureSearch(page: Page, list: List): Promise<Figure[]> {
  const letters: number[] = [];
  const found: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.goto(list.path);
    await readFirstShown(page);
    await untilQuiet(page);
    const { typed, filtered } = await timeTyping(page, list.search, list.text, list.row);
    letters.push(...typed);
    found.push(filtered);
    await untilQuiet(page);
  }
  return [
    ms(median(letters), "typed letter"),
    ms(Math.max(...letters), "longest letter"),
    ms(median(found), "list after the last one"),
  ];
}

/** Measures the median, the maximum, and the page thread's work for one. The latter depends less on the machine. */
async function measureEach(page: Page, name: string, measure: () => Promise<number[]>) {
  let took: number[] = [];
  const work = await withWork(page, async () => {
    took = await measure();
    return took.length;
  });
  const figures = [
    ms(median(took), name),
    ms(Math.max(...took), `longest ${name}`),
    cpu(work.cpu / took.length, `work for ${name}`),
  ];
  return { took, figures };
}
