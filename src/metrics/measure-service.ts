import { describeError } from "../platform/lib/log.ts";
import { PRODUCT } from "../platform/lib/product.ts";
import { gauge, type Metric } from "../platform/metrics/metric.ts";
import type { MetricsDeps } from "./deps.ts";
import { measureHost } from "./measure-host.ts";

/** Measures the whole service: its program, its requests and every room. */
export async function measureService(deps: MetricsDeps): Promise<Metric[]> {
  const [host, rooms] = await Promise.all([askHost(deps), deps.measureRooms()]);
  return [
    gauge("tradecraft_build_info", "The version that runs; the value is always 1.", [
      { labels: { version: PRODUCT.version }, value: 1 },
    ]),
    gauge(
      "tradecraft_start_time_seconds",
      "When the counters of requests began, in Unix time.",
      Date.parse(deps.startedAt) / 1000,
    ),
    ...host,
    ...(deps.requests?.measure() ?? []),
    ...rooms,
  ];
}

/** A machine that cannot be asked costs its own metrics and no others. */
async function askHost({ askHost: ask, log }: MetricsDeps): Promise<Metric[]> {
  if (ask === null) return [];
  try {
    return measureHost(await ask());
  } catch (error) {
    log("warn", "metrics.host_unknown", describeError(error));
    return [];
  }
}
