import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type AuditEntry = Schema<"AuditEntry">;
export type AuditVerdict = Schema<"AuditVerdict">;
export type AuditWanted = NonNullable<paths["/api/pipeline/audit"]["get"]["parameters"]["query"]>;

/** Returns matching entries, newest first. */
export const auditQuery = (query: AuditWanted) =>
  queryOptions({
    queryKey: ["audit", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/pipeline/audit", { params: { query }, signal })),
  });

/** Verifies the hash chain of all entries, which takes long for a long trail. */
export const verifyAudit = (): Promise<AuditVerdict> =>
  bodyOf(api.GET("/api/pipeline/audit/verify"));
