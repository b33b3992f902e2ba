/** Counts work of this isolate that goes on after its response. */
let count = 0;

/** Returns how much there is. The self-hosted program ends the background process only when there is none. */
export function countUnderWay(): number {
  return count;
}

/** Has `waitUntil` of a request count. */
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
