import { type Browser, chromium, type Page } from "playwright-core";
import { analyse, type RunningService } from "../../../test/support/node/service.ts";
import { BROWSER, BROWSER_ARGS, NO_BROWSER } from "../../../test/support/node/find-browser.ts";
import { withService } from "../measure.ts";
import { installProbe } from "./probe.ts";
import { countRequests } from "../../../test/support/node/until-quiet.ts";

const WIDTH = 1280;
const HEIGHT = 844;

/** A browser with a separate service that has some sessions. */
export interface OpenConsole {
  browser: Browser;
  service: RunningService;
  /** Ids of sessions of average length. */
  sessions: readonly string[];
  /** Opens a page in a new profile with an empty cache. Measures it if a selector is given. */
  newPage(selector?: string): Promise<Page>;
}

/**
 * Runs a task with a browser and a service.
 * @throws Error if there is no browser
 */
export async function withConsole(task: (console: OpenConsole) => Promise<void>): Promise<void> {
  if (BROWSER === undefined) throw new Error(NO_BROWSER);
  const executablePath = BROWSER;
  await withService(async (service) => {
    const sessions = await makeSessions(service.url);
    const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
    const newPage = async (selector?: string) => {
      const viewport = { width: WIDTH, height: HEIGHT };
      const context = await browser.newContext({ baseURL: service.url, viewport });
      countRequests(context);
      const page = await context.newPage();
      if (selector !== undefined) await installProbe(page, selector);
      return page;
    };
    try {
      await task({ browser, service, sessions, newPage });
    } finally {
      await browser.close();
    }
  });
}

const REPORTS = 6;
const TECHNIQUES = 40;

/** Creates the reports that every measurement starts with. */
async function makeSessions(url: string): Promise<string[]> {
  const made: string[] = [];
  for (let report = 0; report < REPORTS; report += 1) made.push(await makeReport(url, report));
  return made;
}

/** Analyzes a report of 40 techniques in about 6,000 characters. It shares half of them with the previous one. */
export async function makeReport(url: string, number: number): Promise<string> {
  const ids = await readTechniqueIds(url);
  const from = (number * TECHNIQUES) / 2;
  const text = Array.from({ length: TECHNIQUES }, (_, at) =>
    sentenceOf(ids[(from + at) % ids.length] ?? "", at),
  ).join("\n");
  return await makeSession(url, text, `Report ${number + 1}`);
}

/** Returns a sentence that names a technique in the way of reports. */
export function sentenceOf(attackId: string, number: number): string {
  return `On day ${number} the operators moved on from host ${number % 97}, kept their access by the means that analysts know as ${attackId}, and left no trace.`;
}

/** Analyzes a text and returns the id of its session. */
export async function makeSession(url: string, text: string, name: string): Promise<string> {
  // A file, because in a form field each line break becomes two characters.
  const { status, body } = await analyse(url, { file: new File([text], "report.txt"), name });
  if (status >= 300) throw new Error(`${name}: ${status} ${body.detail}`);
  return body.session_id;
}

/** Returns the ids of all techniques of the current release. */
export async function readTechniqueIds(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/attack/techniques`);
  return ((await response.json()) as { attack_id: string }[]).map(({ attack_id: id }) => id);
}
