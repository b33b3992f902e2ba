import { statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { cpu, type Figure, kilobytes, median, ms } from "../figures.ts";
import { RUNS } from "../measure.ts";
import { row } from "../report.ts";
import { followLinks } from "./action.ts";
import type { OpenConsole } from "./open-console.ts";
import { readFirstShown, type Taken, timeBack, withWork } from "./probe.ts";
import { untilQuiet } from "../../../test/support/node/until-quiet.ts";

const FILES = join(import.meta.dirname, "..", "..", "..", "assets", "console", "files");
const KB = 1_000;

/** A page of the console. */
interface View {
  name: string;
  path: string;
  /** What is there once the page has been shown with its data. */
  shown: string;
}

/** Pages that show what ships, what the reports name, or that there is nothing yet. */
const LISTS: readonly View[] = [
  { name: "Intake", path: "/intake", shown: "main h2" },
  { name: "Sources", path: "/intake/sources", shown: "main h1" },
  { name: "Imports", path: "/intake/imports", shown: "main h2" },
  { name: "Dossiers", path: "/dossiers", shown: "main h2" },
  { name: "Trends", path: "/trends", shown: "main h2" },
  { name: "Observables", path: "/observables", shown: "main h1" },
  { name: "Suppressed values", path: "/observables/suppressed", shown: "main h1" },
  { name: "Warning lists", path: "/observables/warning-lists", shown: "main tbody tr" },
  { name: "Coverage", path: "/coverage", shown: "main [id^=covered-T]" },
  { name: "Tests", path: "/coverage/tests", shown: "main h1" },
  { name: "Log sources", path: "/coverage/log-sources", shown: "main h1" },
  { name: "Rules", path: "/rules", shown: "main h1" },
  { name: "Techniques", path: "/techniques", shown: "main a[href^='/techniques/']" },
  { name: "Technique", path: "/techniques/T1059.001", shown: "main h2" },
  { name: "Software list", path: "/software", shown: "main tbody a" },
  { name: "Software", path: "/software/S0002", shown: "main h2" },
  { name: "Vulnerabilities", path: "/vulnerabilities", shown: "main h1" },
  { name: "Releases", path: "/releases", shown: "main h2" },
  { name: "Audit", path: "/admin", shown: "main tbody tr" },
  { name: "Jobs", path: "/admin/jobs", shown: "main h1" },
  { name: "Settings", path: "/admin/settings", shown: "main table" },
];

/** All pages, each with what shows that its data is there. */
export function listViews([first = "", second = ""]: readonly string[]): View[] {
  return [
    { name: "Home", path: "/", shown: "main h2" },
    { name: "Analyze", path: "/analyze", shown: "main form textarea" },
    { name: "Sessions", path: "/sessions", shown: "main tbody a" },
    { name: "Session", path: `/sessions/${first}`, shown: "main button[id^=technique-]" },
    {
      name: "two sessions",
      path: `/sessions?compare=${first},${second}`,
      shown: "main tbody th[scope=row]",
    },
    { name: "Matrix", path: "/matrix", shown: "main [data-technique]" },
    ...LISTS,
    { name: "Groups", path: "/groups", shown: "main tbody a" },
    { name: "Group", path: "/groups/G0016", shown: "main aside li [data-heat]" },
    { name: "Campaigns", path: "/campaigns", shown: "main tbody a" },
    { name: "Campaign", path: "/campaigns/C0024", shown: "main aside li [data-heat]" },
    {
      name: "Compare",
      path: "/compare?set=T1059.001,T1566.001,T1486",
      shown: "main ol li",
    },
  ];
}

/** What each page loads, and how long it takes to be shown: cold, with the browser's cache, in the same tab. */
export async function benchViews(open: OpenConsole): Promise<void> {
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

/** How long a step back to a page takes, and what of it is the work of the page's own thread. */
export function backFigures(back: readonly Taken[]): Figure[] {
  return [
    ms(median(back.map((one) => one.ms)), "again in the same tab"),
    cpu(median(back.map((one) => one.cpu)), "work of its thread for that"),
  ];
}

async function timeOpen(page: Page, { path }: View): Promise<number> {
  await page.goto(path);
  const took = await readFirstShown(page);
  await untilQuiet(page);
  return took;
}

/** Goes to another page by a link on top, so that a step back leads to this one. */
async function leave(page: Page, { path }: View): Promise<void> {
  const to = path === "/" ? "Rules" : "Home";
  await followLinks(page, to);
  await page.getByRole("heading", { level: 1, name: to }).waitFor();
  await untilQuiet(page);
}

/** Names of the files that a page loads from now on, as they come. */
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
