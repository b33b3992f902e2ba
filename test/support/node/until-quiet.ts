import type { BrowserContext, Page } from "playwright-core";

const QUIET_MS = 500;
/** It is open as long as the page is shown. */
const STREAM = "/api/events";

interface Traffic {
  open: number;
  /** When a request last began or ended. */
  at: number;
}

const traffic = new WeakMap<Page, Traffic>();

/** Counts the requests of the pages of a context, for `untilQuiet`. */
export function countRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const counted: Traffic = { open: 0, at: Date.now() };
    traffic.set(page, counted);
    const count = (by: number) => (request: { url(): string }) => {
      if (new URL(request.url()).pathname === STREAM) return;
      counted.open += by;
      counted.at = Date.now();
    };
    page.on("request", count(1));
    page.on("requestfinished", count(-1));
    page.on("requestfailed", count(-1));
  });
}

/** Waits until a page has asked for nothing for half a second, the stream of changes excepted. */
export async function untilQuiet(page: Page): Promise<void> {
  for (;;) {
    const { open, at } = traffic.get(page) ?? { open: 0, at: 0 };
    const left = at + QUIET_MS - Date.now();
    if (open <= 0 && left <= 0) return;
    await page.waitForTimeout(Math.max(left, 50));
  }
}
