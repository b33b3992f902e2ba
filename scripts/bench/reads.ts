import { join } from "node:path";
import { startService, temporaryFolder } from "../../test/support/node/service.ts";
import { type BareWorker, startBareWorker } from "../../test/support/node/bare-worker.ts";
import { count, kilobytes, median, percent, perSecond } from "./figures.ts";
import type { LoadRequest } from "./connection.ts";
import { measureRate } from "./load.ts";
import { RUNS } from "./measure.ts";
import { countReads, type ReadCost } from "./read-costs.ts";
import { listReads, type Read, requestOf, sendRead } from "./read-mix.ts";
import { row } from "./report.ts";

/** Measures reads of the service relative to a bare Worker, on the same sockets, with responses of the same size. */
export async function benchReads(): Promise<void> {
  const costs = await countReads();
  const folder = temporaryFolder();
  const service = await startService(folder.path);
  const bare = await startBareWorker(join(import.meta.dirname, "bare-worker.js"));
  await fetch(`${bare.url}/?setup&bytes=2`);
  try {
    for (const read of await listReads(service.url)) {
      const cost = costs.get(read.name);
      if (cost === undefined) throw new Error(`Nothing was counted for ${read.name}`);
      await compareRates(read, service.url, bare, cost);
    }
  } finally {
    await bare.stop();
    await service.stop();
    folder.remove();
  }
}

async function compareRates(
  read: Read,
  url: string,
  bare: BareWorker,
  cost: ReadCost,
): Promise<void> {
  const { name, goal, isRow = false, status = 200 } = read;
  const ours = requestOf(read, url);
  const bytes = await sendRead(read, url);
  const how = status === 304 ? "&unchanged" : `&status=${status}`;
  const theirs: LoadRequest = {
    url: `${bare.url}/?bytes=${bytes}${how}${isRow ? "&row" : ""}`,
    status,
  };
  const rates: [number, number][] = [];
  for (let run = 0; run < RUNS; run += 1) {
    rates.push([await measureRate([ours]), await measureRate([theirs])]);
  }
  const our = median(rates.map(([first]) => first));
  const their = median(rates.map(([, second]) => second));
  row(
    name,
    [
      perSecond(our),
      perSecond(their, "a bare Worker"),
      percent((100 * our) / their, "of it", "more"),
      kilobytes(bytes / 1024),
      count(cost.statements, "statements", "less"),
      count(cost.rowsRead, "rows read", "less"),
    ],
    `goal ${goal * 100} %`,
  );
}
