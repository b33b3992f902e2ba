/** Runs all steps without pauses and returns their result. */
export function runAllSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
