import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** How many processes of ours may be hard at work at once. */
export const CORES = availableParallelism();

/** Cores and speed of the machine that the limits below were set on, as `spinMs` tells them. */
const REFERENCE_CORES = 4;
const REFERENCE_SPIN_MS = 20;
const MAX_FACTOR = 12;
const WAIT_MS = 60_000;

/** Milliseconds of a fixed piece of arithmetic: the best of a few, as others may be in the way. */
function spinMs(): number {
  const runs = Array.from({ length: 4 }, () => {
    const start = performance.now();
    let sum = 1;
    for (let i = 1; i < 20_000_000; i += 1) sum = (Math.imul(sum, 31) + i) | 0;
    return sum === 0 ? 0 : performance.now() - start;
  });
  return Math.min(...runs);
}

/**
 * How many times longer than on the reference machine something may take here and now: by the
 * speed of a core, the number of cores and what else they do.
 */
export function slowness(): number {
  const speed = Math.max(1, spinMs() / REFERENCE_SPIN_MS);
  const cores = Math.max(1, REFERENCE_CORES / CORES);
  const load = 1 + (loadavg()[0] ?? 0) / CORES;
  return Math.min(MAX_FACTOR, speed * cores * load);
}

/** Measured once in each process: once for a run, and again for each file of tests. */
const factor = slowness();

/** A time limit of the reference machine, as it is on this one. */
export const scaled = (ms: number): number => Math.round(ms * factor);

/**
 * Asks again and again until there is an answer other than null, as long as this machine may need.
 * @throws Error that names what was waited for
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null> | T | null,
  everyMs = 20,
): Promise<T> {
  const until = performance.now() + scaled(WAIT_MS);
  while (performance.now() < until) {
    const answer = await ask();
    if (answer !== null) return answer;
    await sleep(everyMs);
  }
  throw new Error(`Waited ${scaled(WAIT_MS)} ms in vain for ${what}`);
}
