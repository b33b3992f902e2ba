import type { NamingRecord } from "../observables/value-page/deps.ts";
import type { EnrichmentStore } from "./store.ts";

/** Returns the latest records of an observable, with the names that their providers relate to it. */
export async function readRecords(
  { enrichments }: { enrichments: EnrichmentStore },
  observableId: string,
  limit: number,
): Promise<NamingRecord[]> {
  const { items } = await enrichments.list(observableId, { limit, offset: 0 });
  return items.map(({ evidence, ...row }) => ({ ...row, related: evidence?.related ?? [] }));
}
