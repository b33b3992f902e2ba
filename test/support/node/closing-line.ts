import { setTimeout as sleep } from "node:timers/promises";
import type { Reporter, SerializedError, TestModule, TestResult, TestSuite } from "vitest/node";
import { commandOf, killTree, processesWith } from "./processes.ts";
import { removeFolder, RUN_VARIABLE } from "./test-run.ts";

/** How long what was asked to end may take to do so. */
const GRACE_MS = 15_000;

/**
 * Ends a run with one plain line that any tool can read: `N passed, N failed`, and the number of
 * skipped ones where there are any. A process of the run that still lives by then is killed, named,
 * and one failure more.
 */
export const closeRun = (run: string, graceMs = GRACE_MS): Reporter => ({
  async onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const left = await endLeftBehind(run, graceMs);
    for (const command of left) console.error(`Left behind by the tests, and killed: ${command}`);
    if (left.length > 0) process.exitCode = 1;
    // A file that cannot be loaded, a hook that throws and a test that never ended fail too.
    const broken = modules.map(countBroken).reduce((sum, one) => sum + one, 0);
    const failed = count("failed") + count("pending") + broken + errors.length + left.length;
    const skipped = count("skipped");
    const reasons = tests.map((test) => test.result()).map(noteOf);
    for (const reason of new Set(reasons)) if (reason !== "") console.log(`Skipped: ${reason}`);
    const more = skipped === 0 ? "" : `, ${skipped} skipped`;
    console.log(`${count("passed")} passed, ${failed} failed${more}`);
  },
});

/** Why a test was skipped, where it said so. */
function noteOf(result: TestResult): string {
  return result.state === "skipped" ? (result.note ?? "") : "";
}

function countBroken(module: TestModule): number {
  const parts: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
  return parts.filter((part) => part.errors().length > 0).length;
}

/**
 * Kills what a run of tests left behind and removes its folder; answers what was killed. Only
 * processes that carry the run's name in their environment are touched.
 */
async function endLeftBehind(run: string, graceMs: number): Promise<string[]> {
  const running = () => processesWith(RUN_VARIABLE, run).filter((pid) => pid !== process.pid);
  const until = performance.now() + graceMs;
  while (running().length > 0 && performance.now() < until) await sleep(100);
  const left = running();
  const commands = left.map((pid) => `${pid} ${commandOf(pid).slice(0, 200)}`);
  for (const pid of left) killTree(pid);
  removeFolder(run);
  return commands;
}
