import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line that any tool can read: `N passed, N failed`. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A module that could not even be loaded is a failure without a test.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    console.log(`${count("passed")} passed, ${count("failed") + broken} failed`);
  },
};
