import { readFileSync } from "node:fs";
import type { Browser, CDPSession, Page } from "playwright-core";

const MIB = 2 ** 20;

/** What a tab retains after a full garbage collection; memory in MiB. */
export interface Held {
  heap: number;
  nodes: number;
  listeners: number;
  resident: number;
}

/** Returns a function that measures a tab, which must be the only one of its browser. */
export async function openMeter(browser: Browser, page: Page): Promise<() => Promise<Held>> {
  const tab = await page.context().newCDPSession(page);
  const system = await browser.newBrowserCDPSession();
  return async () => {
    await tab.send("HeapProfiler.enable");
    // The second run collects what was reachable only by weak references.
    for (let run = 0; run < 2; run += 1) await tab.send("HeapProfiler.collectGarbage");
    await tab.send("HeapProfiler.disable");
    const { usedSize } = await tab.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners: listeners } = await tab.send("Memory.getDOMCounters");
    return { heap: usedSize / MIB, nodes, listeners, resident: await residentOf(system) };
  };
}

/** Returns the memory in MiB of the browser's largest renderer process: the one with the page. */
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
