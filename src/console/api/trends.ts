import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Trends = Schema<"Trends">;
export type TrendItem = Trends["items"][number];
export type TrendsWanted = NonNullable<paths["/api/trends"]["get"]["parameters"]["query"]>;
export type ReportsWanted = NonNullable<paths["/api/trends/reports"]["get"]["parameters"]["query"]>;

/** After an upgrade, analyses are counted gradually, so the page polls. */
const PENDING_MS = 3_000;

export const trendsQuery = (query: TrendsWanted) =>
  queryOptions({
    queryKey: ["sessions", "trends", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/trends", { params: { query }, signal })),
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? PENDING_MS : false),
  });

export const newInReportsQuery = (domain: string | undefined) =>
  queryOptions({
    queryKey: ["sessions", "new", domain],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/trends/new", {
          params: { query: { limit: 12, ...(domain !== undefined && { domain }) } },
          signal,
        }),
      ),
  });

/** Returns the reports behind a number. */
export const trendReportsQuery = (query: ReportsWanted) =>
  queryOptions({
    queryKey: ["sessions", "trend-reports", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/trends/reports", { params: { query }, signal })),
  });

export const coverageHistoryQuery = (domain: string | undefined) =>
  queryOptions({
    queryKey: ["coverage", "history", domain],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/coverage/history", {
          params: { query: domain === undefined ? {} : { domain } },
          signal,
        }),
      ),
  });

/** Returns the address of the trends as CSV. */
export function trendsFile(query: TrendsWanted): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `/api/trends/csv?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}
