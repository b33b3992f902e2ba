import type { Page } from "playwright-core";
import { count, median, ms } from "../figures.ts";
import { RUNS } from "../measure.ts";
import { row } from "../report.ts";
import type { OpenConsole } from "./open-console.ts";
import { readFirstShown, type Taken, timeBack, timePress, withWork } from "./probe.ts";
import { backFigures } from "./views.ts";
import { untilQuiet } from "../../../test/support/node/until-quiet.ts";

const CELL = "[data-technique]";
const SCORED = 'main [data-technique]:not([data-heat="0"])';

/** Measures how soon the matrix is painted, and every click on it. */
export async function benchMatrix(open: OpenConsole): Promise<void> {
  await measurePaint(open, "sub-techniques folded", "/matrix");
  await measurePaint(open, "all techniques shown", "/matrix?open=true");
  for (const [name, path] of [
    ["sub-techniques folded", "/matrix"],
    ["all techniques shown", "/matrix?open=true"],
  ] as const) {
    await measureClicks(open, name, path);
  }
}

async function measurePaint(open: OpenConsole, name: string, path: string): Promise<void> {
  const [cached, back]: [number[], Taken[]] = [[], []];
  let cells = 0;
  const page = await open.newPage(CELL);
  for (let run = 0; run <= RUNS; run += 1) {
    await page.goto(path);
    cached.push(await readFirstShown(page));
    await untilQuiet(page);
    cells = await page.locator(CELL).count();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    back.push(await withWork(page, async () => await timeBack(page, CELL)));
  }
  await page.context().close();
  row(`paint of the matrix, ${name}`, [
    ms(median(cached.slice(1)), "with the browser's cache"),
    ...backFigures(back.slice(1)),
    count(cells, "cells"),
  ]);
}

/** A click, and the click that undoes it. */
interface Click {
  name: string;
  /** Selectors of the element to press and of the one that appears then (or disappears, with a leading `!`). */
  press: string;
  wanted: string;
}

const CLICKS: Click[] = [
  {
    name: "choosing a cell",
    press: '[data-technique="T1059"]',
    wanted: '[data-technique="T1059"][aria-current="true"]',
  },
  {
    name: "choosing another",
    press: '[data-technique="T1566"]',
    wanted: '[data-technique="T1566"][aria-current="true"]',
  },
  { name: "closing the pane", press: "#matrix-pane > button", wanted: "!#matrix-pane" },
];

async function measureClicks(open: OpenConsole, name: string, path: string): Promise<void> {
  const page = await open.newPage(CELL);
  const times = new Map<string, number[]>();
  const note = (what: string, took: number) => times.set(what, [...(times.get(what) ?? []), took]);
  for (let run = 0; run <= RUNS; run += 1) {
    await page.goto(path);
    await readFirstShown(page);
    await untilQuiet(page);
    for (const { name: what, press, wanted } of CLICKS) {
      note(what, await timePress(page, press, wanted));
      await untilQuiet(page);
    }
    for (const [what, took] of await pressFolds(page)) note(what, took);
    for (const [what, took] of await pressOverlay(page)) note(what, took);
  }
  await page.context().close();
  row(
    `clicks on the matrix, ${name}`,
    [...times].map(([what, took]) => ms(median(took), what)),
  );
}

/** Folds one technique, then all, and unfolds them. */
async function pressFolds(page: Page): Promise<[string, number][]> {
  const fold = '[data-fold="T1059"]';
  const isOpen = (await page.locator(`${fold}[aria-expanded="true"]`).count()) > 0;
  const one = await timePress(page, fold, `${fold}[aria-expanded="${!isOpen}"]`);
  const again = await timePress(page, fold, `${fold}[aria-expanded="${isOpen}"]`);
  // The first switch in the toolbar: sub-techniques.
  const all = 'main label > input[type="checkbox"]';
  const states = isOpen ? ["false", "true"] : ["true", "false"];
  const [first, second] = [
    await timePress(page, all, `${fold}[aria-expanded="${states[0]}"]`),
    await timePress(page, all, `${fold}[aria-expanded="${states[1]}"]`),
  ];
  const [opening, folding] = isOpen ? [second, first] : [first, second];
  return [
    [isOpen ? "folding one" : "opening one", one],
    [isOpen ? "opening one" : "folding one", again],
    ["opening all", opening],
    ["folding all", folding],
  ];
}

/** Adds a group as an overlay: first it is requested from the service, then it is cached. */
async function pressOverlay(page: Page): Promise<[string, number][]> {
  const field = page.getByRole("combobox", { name: "Add an overlay" });
  const found: [string, number][] = [];
  for (const what of ["overlay on, read from the service", "overlay on, known"]) {
    await field.fill("cozy bear");
    await page.getByRole("option", { name: /APT29/ }).waitFor();
    await untilQuiet(page);
    found.push([what, await timePress(page, '[role="option"]', SCORED)]);
    await untilQuiet(page);
    found.push([
      "overlay off",
      await timePress(page, '[aria-label="Overlays"] button', `!${SCORED}`),
    ]);
  }
  return found;
}
