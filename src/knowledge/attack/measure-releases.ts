import { gauge, type Metric } from "../../platform/metrics/metric.ts";
import type { AttackDeps } from "./deps.ts";

/** Measures which releases are available, and since when. */
export async function measureReleases({ published }: AttackDeps): Promise<Metric[]> {
  const releases = await published.list();
  const samples = releases.map(({ domain, version, ingested_at: at }) => ({
    labels: { domain, version },
    value: Date.parse(at ?? "") / 1000,
  }));
  return [
    gauge(
      "tradecraft_release_ingested_timestamp_seconds",
      "When each ATT&CK release that answers was ingested, in Unix time.",
      samples,
    ),
  ];
}
