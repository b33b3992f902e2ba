import type { AuditDeps } from "./platform/audit/deps.ts";
import type { EventDeps } from "./platform/audit/events/deps.ts";
import { mountEvents } from "./platform/audit/events/routes.ts";
import { mountAudit } from "./platform/audit/routes.ts";
import { sealQuietly } from "./platform/audit/seal-audit.ts";
import type { JobRoomDeps } from "./platform/jobs/deps.ts";
import { measureJobs } from "./platform/jobs/measure-jobs.ts";
import { mountJobs } from "./platform/jobs/routes.ts";
import type { QuotaDeps } from "./platform/quotas/deps.ts";
import { measureStored } from "./platform/quotas/measure-stored.ts";
import type { RateLimitDeps } from "./platform/rate-limits/deps.ts";
import type { Room } from "./platform/room.ts";

/** The audit trail: list, export and verification. */
export const auditRoom: Room<AuditDeps> = { routes: mountAudit, afterChange: sealQuietly };

/** Workspace changes, for followers. */
export const eventsRoom: Room<EventDeps> = { routes: mountEvents };

const JOBS_KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Durable background jobs, for the operator. */
export const jobsRoom: Room<JobRoomDeps> = {
  routes: mountJobs,
  measure: measureJobs,
  housekeeping: async (deps) => await deps.jobs.removeEnded(deps.now(-JOBS_KEPT_SECONDS)),
};

/** Each actor's requests in the minutes that count. */
export const rateLimitRoom: Room<RateLimitDeps> = {
  housekeeping: async (deps) => await deps.rates.removeOld(),
};

/** Stored amounts and their limits. */
export const quotaRoom: Room<QuotaDeps> = { measure: measureStored };
