import { describeError } from "../platform/lib/log.ts";
import { PRODUCT } from "../platform/lib/product.ts";
import { gauge, type Metric } from "../platform/metrics/metric.ts";
import type { MetricsDeps } from "./deps.ts";
import { measureHost } from "./measure-host.ts";

/**
 * Measures the whole service: its program, its requests and every room. A part that fails loses only its own metrics.
 */
export async function measureService(deps: MetricsDeps): Promise<Metric[]> {
  const { askHost, log } = deps;
  const host = askHost === null ? [] : [async () => measureHost(await askHost())];
  const attempted = await Promise.all(
    [...host, ...deps.measures].map(async (measure) => await attempt(measure, log)),
  );
  const measured = attempted.filter((metrics) => metrics !== null);
  return [
    gauge("tradecraft_build_info", "The version that runs; the value is always 1.", [
      { labels: { version: PRODUCT.version }, value: 1 },
    ]),
    gauge(
      "tradecraft_start_time_seconds",
      "When the counters of requests began, in Unix time.",
      Date.parse(deps.startedAt) / 1000,
    ),
    gauge(
      "tradecraft_scrape_errors",
      "Parts of the service that this scrape could not measure; the log has the reasons.",
      attempted.length - measured.length,
    ),
    ...(deps.requests?.measure() ?? []),
    ...measured.flat(),
  ];
}

/** Returns a part's metrics, or null if it fails. */
async function attempt(
  measure: () => Promise<readonly Metric[]>,
  log: MetricsDeps["log"],
): Promise<readonly Metric[] | null> {
  try {
    return await measure();
  } catch (error) {
    log("error", "metrics.part_failed", describeError(error));
    return null;
  }
}
