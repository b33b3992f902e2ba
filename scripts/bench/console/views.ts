import { statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { cpu, type Figure, kilobytes, median, ms } from "../figures.ts";
import { RUNS } from "../measure.ts";
import { row } from "../report.ts";
import { followLinks } from "./action.ts";
import { listViews, type View } from "./list-views.ts";
import type { OpenConsole } from "./open-console.ts";
import { readFirstShown, type Taken, timeBack, withWork } from "./probe.ts";
import { untilQuiet } from "../../../test/support/node/until-quiet.ts";

const FILES = join(import.meta.dirname, "..", "..", "..", "assets", "console", "files");
const KB = 1_000;

/** The most JavaScript that may load before the first page is shown. */
const FIRST_KB = 200;

/** Measures what each page loads and how long it takes to appear: cold, with the browser's cache, in the same tab. */
export async function benchViews(open: OpenConsole): Promise<void> {
  const before = await sizeBeforeFirst(open);
  row(
    "JavaScript before the first page answers",
    [kilobytes(before, "gzipped")],
    `goal at most ${FIRST_KB} KB`,
  );
  if (before > FIRST_KB) process.exitCode = 1;
  for (const view of listViews(open.sessions)) {
    const [cold, cached, back]: [number[], number[], Taken[]] = [[], [], []];
    let loaded: ReadonlySet<string> = new Set();
    for (let run = 0; run < RUNS; run += 1) {
      const page = await open.newPage(view.shown);
      const files = listFiles(page);
      cold.push(await timeOpen(page, view));
      loaded = new Set(files);
      cached.push(await timeOpen(page, view));
      await leave(page, view);
      back.push(await withWork(page, async () => await timeBack(page, view.shown)));
      await page.context().close();
    }
    row(`first view of ${view.name}`, [
      ms(median(cold), "cold"),
      ms(median(cached), "with the browser's cache"),
      ...backFigures(back),
      kilobytes(sizeOf(loaded, ".js"), "JavaScript gzipped"),
      kilobytes(sizeOf(loaded, ".css"), "CSS gzipped"),
    ]);
  }
}

/** Returns how long a step back to a page takes, and how much of that is work of the page's own thread. */
export function backFigures(back: readonly Taken[]): Figure[] {
  return [
    ms(median(back.map((one) => one.ms)), "again in the same tab"),
    cpu(median(back.map((one) => one.cpu)), "work of its thread for that"),
  ];
}

/** Returns the KB of the scripts that the document loads. Those of a page come after them. */
async function sizeBeforeFirst({ service }: OpenConsole): Promise<number> {
  const document = await (
    await fetch(`${service.url}/`, { headers: { accept: "text/html" } })
  ).text();
  const names = [...document.matchAll(/(?:src|href)="[^"]*\/([^"/]+\.js)"/gu)];
  return sizeOf(new Set(names.map(([, name = ""]) => name)), ".js");
}

async function timeOpen(page: Page, { path }: View): Promise<number> {
  await page.goto(path);
  const took = await readFirstShown(page);
  await untilQuiet(page);
  return took;
}

/** Opens another page by a link at the top, so that a step back leads to this one. */
async function leave(page: Page, { path }: View): Promise<void> {
  const to = path === "/" ? "Rules" : "Home";
  await followLinks(page, to);
  await page.getByRole("heading", { level: 1, name: to }).waitFor();
  await untilQuiet(page);
}

/** Returns the names of the files that a page loads from now on, as they arrive. */
function listFiles(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/console/files/")) names.push(pathname.split("/").at(-1) ?? "");
  });
  return names;
}

function sizeOf(names: ReadonlySet<string>, kind: string): number {
  return [...names]
    .filter((name) => name.endsWith(kind))
    .reduce((sum, name) => sum + statSync(join(FILES, `${name}.gz`)).size / KB, 0);
}
