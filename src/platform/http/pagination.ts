import type { Context as HonoContext } from "hono";
import { z } from "zod";
import type { Page } from "../lib/page.ts";

/** Returns a query parameter that is a whole number between two inclusive bounds. Other values get 422. */
export function wholeNumberParam(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must lie between ${least} and ${most}`)
    .meta({ minimum: least, maximum: most });
}

const offset = wholeNumberParam(0, 999_999_999).default(0);

/** Paging of lists that grow with use: 50 entries by default, 200 at most. */
export const growingListQuery = { limit: wholeNumberParam(1, 200).default(50), offset };

/** Paging of knowledge base lists: all entries by default, 2,000 at most. */
export const wholeListQuery = { limit: wholeNumberParam(1, 2000).optional(), offset };

/** Returns the requested page of an in-memory list and sets its headers. */
export function servePage<T>(c: HonoContext, page: Page, all: readonly T[]): T[] {
  const { limit, offset: from } = page;
  setPageHeaders(c, page, all.length);
  return all.slice(from, limit === undefined ? undefined : from + limit);
}

/** Sets `X-Total-Count` and, if more entries follow, `Link: <...>; rel="next"` (RFC 8288). */
export function setPageHeaders(c: HonoContext, page: Page, total: number): void {
  c.header("X-Total-Count", String(total));
  const next = page.limit === undefined ? total : page.offset + page.limit;
  if (next >= total) return;
  const url = new URL(c.req.url);
  url.searchParams.set("limit", String(page.limit));
  url.searchParams.set("offset", String(next));
  c.header("Link", `<${url.pathname}${url.search}>; rel="next"`);
}

/** The headers of a list, for the OpenAPI document. */
export const listHeaders = z.object({
  "X-Total-Count": z.string().meta({ description: "Number of entries in the whole list." }),
  Link: z
    .string()
    .optional()
    .meta({ description: 'URL of the next page, as `<...>; rel="next"`.' }),
});
