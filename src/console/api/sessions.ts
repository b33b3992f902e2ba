import { queryOptions } from "@tanstack/react-query";
import { api, pageOf } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type SessionsWanted = NonNullable<
  paths["/api/analyze/sessions"]["get"]["parameters"]["query"]
>;

export const sessionsQuery = (query: SessionsWanted) =>
  queryOptions({
    queryKey: ["sessions", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/analyze/sessions", { params: { query }, signal })),
  });

/** Returns the newest sessions of a domain that match a search. The API returns at most 200. */
export const domainSessionsQuery = (domain: string, search: string) =>
  queryOptions({
    queryKey: ["sessions", "of-domain", domain, search],
    queryFn: async ({ signal }) => {
      const page = { limit: 200, offset: 0, status: "completed" } as const;
      const query = search === "" ? page : { ...page, search };
      const { items } = await pageOf(
        api.GET("/api/analyze/sessions", { params: { query }, signal }),
      );
      return items.filter((session) => session.domain === domain);
    },
  });
