import { loadSeed } from "./knowledge/attack/load-seed.ts";
import { removeReleaseJob } from "./knowledge/attack/remove-release-job.ts";
import { collectSourceJob, endFailedRun } from "./pipeline/collection/collect-source-job.ts";
import { enrichObservablesJob } from "./pipeline/enrichment/enrich-observables-job.ts";
import { analyseReportJob, endFailedAnalysis } from "./pipeline/intake/analyse-report-job.ts";
import { checkAndSyncJob } from "./knowledge/sync/check-and-sync-job.ts";
import { ingestBundleJob } from "./knowledge/sync/ingest-bundle-job.ts";
import type { JobFailure, JobHandler } from "./platform/jobs/run-job.ts";
import type { JobKind } from "./platform/jobs/tables.ts";

/** One handler per kind of job; a new kind is a line here and one in `JOB_KINDS`. */
export const jobHandlers: Record<JobKind, JobHandler> = {
  load_seed: async (context, run) => {
    await loadSeed(context, (done, total) => run.report({ done, total }));
    return { progress: run.job.progress, entry: null };
  },
  ingest_bundle: ingestBundleJob,
  check_and_sync: checkAndSyncJob,
  collect_source: collectSourceJob,
  analyse_report: analyseReportJob,
  enrich_observables: enrichObservablesJob,
  remove_release: removeReleaseJob,
};

/** Where a job that is given up is to be seen elsewhere, too; tasks show their job's own error. */
export const jobFailures: Partial<Record<JobKind, JobFailure>> = {
  collect_source: endFailedRun,
  analyse_report: endFailedAnalysis,
};
