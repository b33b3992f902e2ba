import { perSecond, mib } from "../figures.ts";
import { peakMemory, requestsPerSecond, time, withService } from "../measure.ts";
import { row } from "../report.ts";
import { analyseReport } from "./work.ts";

const REPORTS = 60;
const AT_ONCE = 4;

/** Measures the capacity of one machine: reports analyzed, and reads of sessions and observables, per second. */
export async function measureMachine(): Promise<void> {
  await withService(async (service) => {
    const { url } = service;
    const id = await analyseReport(url, 0);
    let next = 1;
    const worker = async () => {
      while (next <= REPORTS) await analyseReport(url, next++);
    };
    const took = await time(() => Promise.all(Array.from({ length: AT_ONCE }, worker)));
    row("one machine, reports analyzed", perSecond((REPORTS * 1000) / took));
    for (const [name, path] of [
      ["a session", `/api/analyze/${id}`],
      ["the list of sessions", "/api/analyze/sessions"],
      ["the list of observables", "/api/pipeline/observables"],
    ] as const) {
      row(`one machine, ${name}`, perSecond(await requestsPerSecond(`${url}${path}`, null)));
    }
    row("one machine, memory of workerd", mib(peakMemory(service)));
  });
}
