import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Vulnerability = Schema<"Vulnerability">;
type Wanted = NonNullable<paths["/api/attack/vulnerabilities"]["get"]["parameters"]["query"]>;

/** Returns the CVEs that reports mention. */
export const vulnerabilitiesQuery = (query: Wanted) =>
  queryOptions({
    queryKey: ["observables", "vulnerabilities", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/attack/vulnerabilities", { params: { query }, signal })),
  });

export const vulnerabilityQuery = (cveId: string) =>
  queryOptions({
    queryKey: ["observables", "vulnerability", cveId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/attack/vulnerabilities/{cve_id}", {
          params: { path: { cve_id: cveId } },
          signal,
        }),
      ),
  });
