import { gauge, type Metric } from "../metrics/metric.ts";
import { type QuotaDeps, QUOTAS } from "./deps.ts";
import { COUNTED } from "./tables.ts";

/** Measures stored totals and their quotas. Bytes are separate, because a metric has one unit. */
export async function measureStored(deps: QuotaDeps): Promise<Metric[]> {
  const stored = await deps.totals.read();
  const samples = COUNTED.map((kind) => ({
    kind,
    n: stored.get(kind) ?? 0,
    quota: deps.settings[QUOTAS[kind][0]],
  }));
  const things = samples.filter(({ kind }) => kind !== "stored_bytes");
  const bytes = samples.find(({ kind }) => kind === "stored_bytes");
  return [
    gauge(
      "tradecraft_stored_objects",
      "Stored objects, by kind.",
      things.map(({ kind, n }) => ({ labels: { kind }, value: n })),
    ),
    gauge(
      "tradecraft_stored_objects_quota",
      "Most objects stored in all, by kind; 0 for no limit.",
      things.map(({ kind, quota }) => ({ labels: { kind }, value: quota })),
    ),
    gauge(
      "tradecraft_stored_files_bytes",
      "Bytes of the texts, outlines and uploads of reports.",
      bytes?.n ?? 0,
    ),
    gauge(
      "tradecraft_stored_files_quota_bytes",
      "Most bytes of texts, outlines and uploads; 0 for no limit.",
      bytes?.quota ?? 0,
    ),
  ];
}
