import { startEdge } from "../../test/support/node/edge.ts";
import { median } from "./figures.ts";
import { RUNS } from "./measure.ts";
import { listReads, sendRead } from "./read-mix.ts";

/** The D1 use of a read. D1 bills both figures and is called over the network. */
export interface ReadCost {
  statements: number;
  rowsRead: number;
}

/**
 * Counts the D1 use of each read in a warm isolate, by name, at the built Worker's queries. Returns medians,
 * because one request per second fetches the releases again.
 */
export async function countReads(): Promise<Map<string, ReadCost>> {
  const edge = await startEdge();
  try {
    const costs = new Map<string, ReadCost>();
    for (const read of await listReads(edge.url)) {
      const send = async () => await sendRead(read, edge.url);
      await send();
      await send();
      const taken = [];
      for (let run = 0; run < RUNS; run += 1) taken.push(...(await edge.invocationsOf(send)));
      costs.set(read.name, {
        statements: median(taken.map(({ statements }) => statements)),
        rowsRead: median(taken.map(({ rowsRead }) => rowsRead)),
      });
    }
    return costs;
  } finally {
    await edge.close();
  }
}
