import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { BROWSER, BROWSER_ARGS, NO_BROWSER } from "./find-browser.ts";
import { scaled } from "./machine.ts";
import { preparedFolder, type RunningService, startService } from "./service.ts";
import { countRequests } from "./until-quiet.ts";

const STEP_MS = 15_000;

/** How a page is opened. */
export interface Look {
  colours?: "light" | "dark";
  width?: number;
  /** Where the page is, if not at the service itself. */
  origin?: string;
  /** Complaints of the browser that belong to the test, such as a request that is refused. */
  expected?: RegExp;
}

/** A browser and a service for the tests of a file. */
export interface Console {
  readonly service: RunningService;
  readonly dataDir: string;
  /** Prepares the service for the tests of a file, where there is a browser to test with. */
  before(prepare: () => Promise<void>): void;
  /** Opens a page of the console; what its browser complains of fails the test. */
  open(path: string, look?: Look): Promise<Page>;
  /** Starts the service again, at the same address. */
  restart(): Promise<void>;
}

/**
 * Starts a service and a browser for the tests of a file and ends both after them. After each test
 * its pages are closed; it fails if any of them logged an error, threw one, or broke its policy.
 * Where there is no browser the tests are skipped, with the reason.
 */
export function useConsole(settings: Record<string, string> = {}): Console {
  const folder = preparedFolder();
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  let browser: Browser | null = null;
  let service: RunningService | null = null;

  beforeAll(async () => {
    if (BROWSER === undefined) return;
    service = await startService(folder.path, settings);
    browser = await chromium.launch({ executablePath: BROWSER, args: BROWSER_ARGS });
  });
  beforeEach(({ skip }) => skip(BROWSER === undefined, NO_BROWSER));
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(async (context) => await context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    folder.remove();
  });

  const running = () => service ?? raise("The service is not running.");
  return {
    get service() {
      return running();
    },
    dataDir: folder.path,
    before: (prepare) => {
      beforeAll(async () => {
        if (BROWSER !== undefined) await prepare();
      });
    },
    open: async (path, look = {}) => {
      const { colours = "light", width = 1280, origin = running().url } = look;
      const context = await (browser ?? raise("There is no browser.")).newContext({
        colorScheme: colours,
        viewport: { width, height: 844 },
        reducedMotion: "reduce",
      });
      contexts.push(context);
      countRequests(context);
      context.setDefaultTimeout(scaled(STEP_MS));
      await watch(context, complaints, look.expected);
      const page = await context.newPage();
      await page.goto(`${origin}${path}`);
      await page.locator("h1").waitFor();
      return page;
    },
    restart: async () => {
      const { port } = new URL(running().url);
      service = await startService(folder.path, { ...settings, PORT: port });
    },
  };
}

function raise(message: string): never {
  throw new Error(message);
}

/** Writes down what the browser complains of. */
async function watch(
  context: BrowserContext,
  complaints: string[],
  expected: RegExp | undefined,
): Promise<void> {
  const note = (what: string) => {
    if (expected?.test(what) !== true) complaints.push(what);
  };
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) note(message.text());
  });
  context.on("weberror", (error) => note(String(error.error())));
  context.on("dialog", (dialog) => {
    note(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`Policy: ${violatedDirective} ${blockedURI}`),
    ),
  );
}

/** The findings of axe-core on a page that are serious or critical, each in a line. */
export async function findBarriers(
  page: Page,
  rules: "all" | "colours" = "all",
): Promise<string[]> {
  // The policy of the page lets no script in but its own; what a tester evaluates stands outside of it.
  await page.evaluate(axe.source);
  return await page.evaluate(async (wanted) => {
    const runner = (globalThis as unknown as { axe: typeof import("axe-core") }).axe;
    const { violations } = await runner.run({
      resultTypes: ["violations"],
      ...(wanted === "colours" && { runOnly: ["color-contrast"] }),
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  }, rules);
}
