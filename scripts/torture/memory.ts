import { setTimeout as sleep } from "node:timers/promises";
import { wholeMemory, withService } from "../bench/measure.ts";
import { OpenLoad } from "../bench/open-load.ts";
import type { RunningService } from "../../test/support/node/service.ts";
import { listMixed } from "./mixed-load.ts";
import { analyze, importStix, longReport } from "./work.ts";

const GOAL = { idle_mib: 250, above_start_mib: 150 };
/** The time by which it must have released the memory. */
const RETURN_MS = 120_000;
const IDLE_MS = 75_000;

/** Measures the resident memory of all processes: idle, during work, and two minutes later. */
export async function tortureMemory(options: Map<string, string>): Promise<object> {
  const minutes = Number(options.get("minutes") ?? 10);
  const analyses = Number(options.get("analyses") ?? 1_000);
  const bytes = Number(options.get("stix") ?? 90 * 1024 * 1024);
  let figures: Record<string, number> = {};
  await withService(async (service) => {
    const { url } = service;
    await sleep(IDLE_MS);
    const start = residentOf(service);
    const stages: Record<string, () => Promise<unknown>> = {
      stix: async () => await importStix("memory", bytes, false)(url),
      analyses: async () => {
        for (let n = 0; n < analyses; n += 1) await analyze(url, `${n} ${longReport(2_000)}`);
      },
      mixed: async () => await mix(url, minutes),
    };
    figures = { idle_mib: start };
    for (const [name, stage] of Object.entries(stages)) {
      const peak = await peakOf(service, stage);
      await sleep(RETURN_MS);
      Object.assign(figures, {
        [`${name}_peak_mib`]: peak,
        [`${name}_after_mib`]: residentOf(service),
      });
    }
  });
  const late = Object.entries(figures).filter(
    ([name, mib]) =>
      name.endsWith("_after_mib") && mib > (figures["idle_mib"] ?? 0) + GOAL.above_start_mib,
  );
  const isLarge = (figures["idle_mib"] ?? 0) > GOAL.idle_mib;
  return { ...figures, faults: late.length + (isLarge ? 1 : 0) };
}

function residentOf(service: RunningService): number {
  return Math.round(wholeMemory(service).rss);
}

/** Returns the peak resident memory during a task. */
async function peakOf(service: RunningService, task: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentOf(service))), 500);
  try {
    await task();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

const PER_SECOND = 100;

async function mix(url: string, minutes: number): Promise<void> {
  const load = new OpenLoad(await listMixed(url), PER_SECOND);
  load.start();
  await sleep(minutes * 60_000);
  await load.stop();
}
