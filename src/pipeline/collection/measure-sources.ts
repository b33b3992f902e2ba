import { gauge, type Metric } from "../../platform/metrics/metric.ts";
import type { CollectionDeps } from "./deps.ts";

/** Measures how many sources work. The quota of sources bounds the cost. */
export async function measureSources({ collection }: CollectionDeps): Promise<Metric[]> {
  const counted = Object.entries(await collection.countByState());
  const samples = counted.map(([state, value]) => ({ labels: { state }, value }));
  return [gauge("tradecraft_sources", "Sources that work, fail or are disabled.", samples)];
}
