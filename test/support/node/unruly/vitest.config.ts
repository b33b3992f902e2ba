import { defineConfig } from "vitest/config";
import { closeRun } from "../closing-line.ts";
import { openRun, RUN_VARIABLE } from "../test-run.ts";

const run = openRun();

/** Tests that do not clean up behind them; `left-behind.test.ts` runs them and looks what is left. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    reporters: [closeRun(run, 1_000)],
    env: { [RUN_VARIABLE]: run },
    setupFiles: ["../end-services.ts"],
    include: ["*.unruly.ts"],
  },
});
