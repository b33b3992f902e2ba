import type { Trends } from "./schema.ts";

/** Returns the columns of a CSV file of trends. A period is named after its first day. */
export function trendColumns({ periods }: Pick<Trends, "periods">): string[] {
  return ["id", "name", "first_seen", "total", "previous", ...periods.map(({ since }) => since)];
}

/** Yields a line for each item. */
export async function* trendLines({ items, periods }: Pick<Trends, "items" | "periods">) {
  for (const { counts, ...item } of items) {
    const byPeriod = periods.map(({ since }, place) => [since, counts[place] ?? 0] as const);
    yield { ...item, ...Object.fromEntries(byPeriod) } as Record<string, string | number>;
  }
}
