import { request } from "node:http";
import {
  denseSharingEvent,
  denseStixBundle,
  largeSharingEvents,
  largeStixBundle,
  sharingEvent,
} from "../../test/support/node/large-imports.ts";
import { workerdOf } from "../../test/support/node/processes.ts";
import type { RunningService } from "../../test/support/node/service.ts";
import { count, median, mib, ms, seconds } from "./figures.ts";
import { peakMemory, RUNS, withService } from "./measure.ts";
import { row } from "./report.ts";

const MIB = 2 ** 20;
const LARGE = 90 * MIB;

interface Imported {
  items_seen: number;
  items_created: number;
  observables_created: number;
  error_count: number;
}

/** Sends an import without a timeout. Returns its result and the milliseconds. */
export async function sendImport(
  { url }: RunningService,
  kind: string,
  body: Uint8Array,
): Promise<{ took: number; result: Imported }> {
  const start = performance.now();
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request(`${url}/api/pipeline/import/${kind}`, { method: "POST" }, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (answer += part));
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200 ? resolve(answer) : reject(new Error(answer)),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
  return { took: performance.now() - start, result: JSON.parse(text) as Imported };
}

async function benchLarge(kind: string, what: string, body: Uint8Array): Promise<void> {
  await withService(async (service) => {
    const pid = workerdOf(service.process.pid ?? 0);
    const { took, result } = await sendImport(service, kind, body);
    const { items_seen: reports, observables_created: found, error_count: errors } = result;
    const size = `${(body.length / MIB).toFixed(0)} MiB`;
    const replaced = workerdOf(service.process.pid ?? 0) === pid ? 0 : 1;
    row(`${size} of ${what}`, [
      seconds(took / 1000),
      mib(peakMemory(service), "peak resident"),
      count(reports, "reports"),
      count(found, "observables"),
      count(errors, "faults", "less"),
      count(replaced, "workerd replaced", "less"),
    ]);
  });
}

/** Measures imports: an event of 1,000 attributes, and files of the maximum size. */
export async function benchImports(): Promise<void> {
  await withService(async (service) => {
    const runs: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const event = Buffer.from(JSON.stringify(sharingEvent(`run${run}`, run, 1_000)));
      const { took, result } = await sendImport(service, "sharing_events", event);
      if (result.observables_created !== 1_000) throw new Error(JSON.stringify(result));
      // The first one warms up.
      if (run > 0) runs.push(took);
    }
    row("sharing event of 1,000 attributes, imported", ms(median(runs)));
  });
  await benchLarge("stix", "STIX, 50 indicators a report", largeStixBundle("large", LARGE));
  await benchLarge("stix", "STIX, relationships alone", denseStixBundle("dense", LARGE));
  const events = largeSharingEvents("large", LARGE);
  await benchLarge("sharing_events", "sharing events of 1,000 attributes", events);
  const dense = denseSharingEvent("dense", LARGE);
  await benchLarge("sharing_events", "sharing event, all in one", dense);
}
