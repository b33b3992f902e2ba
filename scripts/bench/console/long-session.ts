import type { Page } from "playwright-core";
import { count, median, ms } from "../figures.ts";
import { RUNS } from "../measure.ts";
import { row } from "../report.ts";
import { makeSession, type OpenConsole, readTechniqueIds, sentenceOf } from "./open-console.ts";
import { readFirstShown, type Taken, timeBack, timeKey, timeScrolling, withWork } from "./probe.ts";
import { backFigures } from "./views.ts";
import { untilQuiet } from "../../../test/support/node/until-quiet.ts";

const CHARACTERS = 1_000_000;
/** The most passages per technique. */
const PASSAGES = 5;
const JUMPS = 40;
const FRAMES = 600;
const TEXT = '[role="region"][aria-label="Text of the report"] *';
const ROW = "main button[id^=technique-]";

/** Measures a report of 1,000,000 characters that names each technique of the release five times. */
export async function benchLongSession(open: OpenConsole): Promise<void> {
  const ids = await readTechniqueIds(open.service.url);
  const id = await makeSession(open.service.url, longText(ids), "A long report");
  const page = await open.newPage(ROW);
  const path = `/sessions/${id}`;
  const [cached, back]: [number[], Taken[]] = [[], []];
  for (let run = 0; run <= RUNS; run += 1) {
    await page.goto(path);
    cached.push(await readFirstShown(page));
    await untilQuiet(page);
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    back.push(await withWork(page, async () => await timeBack(page, ROW)));
    await untilQuiet(page);
  }
  const highlights = await page.evaluate(() => CSS.highlights.get("evidence")?.size ?? 0);
  const techniques = await page.locator(ROW).count();
  row(`a session of ${CHARACTERS.toLocaleString("en")} characters`, [
    ms(median(cached.slice(1)), "shown with the browser's cache"),
    ...backFigures(back.slice(1)),
    count(techniques, "techniques"),
    count(highlights, "highlights"),
  ]);
  await measureScrolling(page, "first time", "down");
  await measureScrolling(page, "again", "up");
  await measureJumps(page);
  await page.context().close();
}

/** Returns sentences with printed ids, spread evenly among others. */
function longText(ids: readonly string[]): string {
  const named = Array.from({ length: PASSAGES }, () => ids).flat();
  const each = Math.floor(CHARACTERS / named.length);
  const plain = "The weather in the town was calm and nobody in the office noticed it. ";
  return named
    .map((id, at) => `${sentenceOf(id, at)}\n`.padEnd(each - 1, plain).concat("\n"))
    .join("")
    .slice(0, CHARACTERS);
}

/** Scrolls from one end to the other in ten seconds of 60 frames, and measures each frame. */
async function measureScrolling(page: Page, name: string, to: "down" | "up"): Promise<void> {
  const frames = await timeScrolling(page, TEXT, FRAMES, to);
  row(`scrolling its whole text, ${name}`, [
    ms(median(frames), "median frame"),
    ms(Math.max(...frames), "longest frame"),
    count(frames.filter((took) => took > 50).length, "frames over 50 ms", "less"),
    count(frames.length, "frames"),
  ]);
}

/** Jumps with `j` from technique to technique, and measures until text and list show the next one. */
async function measureJumps(page: Page): Promise<void> {
  const jumps: number[] = [];
  await timeKey(page, "j");
  for (let jump = 0; jump < JUMPS; jump += 1) jumps.push(await timeKey(page, "j"));
  row("jumping in it from technique to technique by keyboard", [
    ms(median(jumps)),
    ms(Math.max(...jumps), "longest"),
    count(JUMPS, "jumps"),
  ]);
}
