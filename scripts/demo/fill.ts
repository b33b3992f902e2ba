import { fillCoverage } from "./fill-coverage.ts";
import { fillExchange } from "./fill-exchange.ts";
import { fillReports } from "./fill-reports.ts";
import { fillReviews } from "./fill-reviews.ts";
import { apiOf } from "./api.ts";

/** What was made, by the names that the paths of the console's pages have for it. */
export type Made = Record<string, string>;

/**
 * Fills an empty service through its API, so that every page shows something.
 * @param site address of `serveSite`, which the service must be allowed to read
 */
export async function fillDemo(url: string, site: string): Promise<Made> {
  const api = apiOf(url);
  const exchange = await fillExchange(api, site);
  const { sessions, ...reports } = await fillReports(api, site);
  const reviews = await fillReviews(api, sessions);
  const coverage = await fillCoverage(api, sessions);
  return { ...exchange, ...reports, ...reviews, ...coverage };
}
