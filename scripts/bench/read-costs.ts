import { startEdge } from "../../test/support/node/edge.ts";
import { median } from "./figures.ts";
import { RUNS } from "./measure.ts";
import { listReads, sendRead } from "./read-mix.ts";

/** What a read takes of D1, which bills both and is asked over the network. */
export interface ReadCost {
  statements: number;
  rowsRead: number;
}

/**
 * What each read takes of D1 in an isolate that is warm, by the name of the read: counted where the
 * built Worker's queries leave it. Medians, as one request a second asks for the releases anew.
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
