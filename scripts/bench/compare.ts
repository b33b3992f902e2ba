import { releasePath } from "../data/data-folder.ts";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { gzipSync } from "node:zlib";
import { largeBundle } from "../../test/support/node/large-bundle.ts";
import {
  type RunningService,
  sendBundle,
  startService,
  temporaryFolder,
  waitForTask,
} from "../../test/support/node/service.ts";
import { readData } from "../../test/support/node/real-data.ts";
import { median, ms, perSecond, times } from "./figures.ts";
import { requestsPerSecond, RUNS, time } from "./measure.ts";
import { row } from "./report.ts";

interface Rates {
  health: number;
  compare: number;
}

/** Returns medians of interleaved rounds, so that both measure the same machine load. */
async function measureRates({ url }: RunningService, body: string): Promise<Rates> {
  const health: number[] = [];
  const compare: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    health.push(await requestsPerSecond(`${url}/api/health`, null));
    compare.push(await requestsPerSecond(`${url}/api/apt/compare?version=${SEED.version}`, body));
  }
  return { health: median(health), compare: median(compare) };
}

/** Returns the body of a comparison of sixty techniques, spread over the shipped release. */
export async function readSixty(url: string): Promise<string> {
  const response = await fetch(`${url}/api/attack/techniques?version=${SEED.version}`);
  const techniques = (await response.json()) as { attack_id: string }[];
  const step = Math.floor(techniques.length / 60);
  const ids = techniques.filter((_, index) => index % step === 0).map((t) => t.attack_id);
  return JSON.stringify({ technique_ids: ids.slice(0, 60) });
}

/** Yields six more releases, real or generated. */
function* moreReleases(): Generator<Uint8Array> {
  for (const domain of ["enterprise-attack", "mobile-attack", "ics-attack"]) {
    for (const version of ["17.1", "18.1"]) {
      const real = readData(releasePath(domain, version));
      yield real ?? gzipSync(largeBundle(version, domain, 700));
    }
  }
}

/** Measures comparison through HTTP: against a trivial route, with one and six releases, and cold. */
export async function benchCompare(): Promise<void> {
  const folder = temporaryFolder();
  let service = await startService(folder.path);
  const body = await readSixty(service.url);
  const show = (what: string, { health, compare }: Rates) => {
    row(`compare of 60 techniques, ${what}`, [
      perSecond(compare),
      perSecond(health, "/api/health"),
      times(compare / health, "against it", "more"),
    ]);
  };
  const one = await measureRates(service, body);
  show("1 release", one);
  for (const gzipped of moreReleases()) {
    await waitForTask(service.url, await sendBundle(service.url, gzipped, true));
  }
  const six = await measureRates(service, body);
  show("6 releases", six);
  row("6 releases against 1", times(six.compare / one.compare, "rate", "more"));
  const cold: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await service.stop();
    service = await startService(folder.path);
    const compare = async () => {
      const response = await fetch(`${service.url}/api/apt/compare`, { method: "POST", body });
      await response.arrayBuffer();
    };
    cold.push(await time(compare));
  }
  row("first request after a start, a compare", ms(median(cold)));
  await service.stop();
  folder.remove();
}
