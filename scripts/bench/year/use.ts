import type { Edge } from "../../../test/support/node/edge.ts";

/** What Cloudflare bills and limits for some work. */
export interface Use {
  requests: number;
  rowsRead: number;
  rowsWritten: number;
  /** Calls of R2 and of the queue. */
  operations: number;
  /** Statements of the worst invocation; the limit is 1,000. */
  statements: number;
  /** The limit that an invocation exceeded, if any. */
  refused: string | null;
  ms: number;
}

/** Runs a task several times. Returns its average use. */
export async function measureUse(
  edge: Edge,
  times: number,
  task: (run: number) => Promise<unknown>,
): Promise<Use> {
  const begun = performance.now();
  const invocations = await edge.invocationsOf(async () => {
    for (let run = 0; run < times; run += 1) await task(run);
  });
  const each = (key: "rowsRead" | "rowsWritten" | "operations") =>
    Math.round(invocations.reduce((sum, one) => sum + one[key], 0) / times);
  return {
    requests: invocations.length / times,
    rowsRead: each("rowsRead"),
    rowsWritten: each("rowsWritten"),
    operations: each("operations"),
    statements: Math.max(0, ...invocations.map(({ statements }) => statements)),
    refused: invocations.find(({ refused }) => refused !== null)?.refused ?? null,
    ms: (performance.now() - begun) / times,
  };
}
