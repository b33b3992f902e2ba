/** Number of this isolate's tasks that continue after their response. */
let count = 0;

/** Returns the number of such tasks. The self-hosted program stops the background process only at zero. */
export function countUnderWay(): number {
  return count;
}

/** Counts the work that a request passes to `waitUntil`. */
export function countWork(execution: ExecutionContext): void {
  const waitUntil = execution.waitUntil.bind(execution);
  execution.waitUntil = (work) => {
    count += 1;
    waitUntil(
      work.finally(() => {
        count -= 1;
      }),
    );
  };
}
