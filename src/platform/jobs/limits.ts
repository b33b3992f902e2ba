import type { JobKind } from "./vocabulary.ts";

/** A job that was started this often without finishing is dead. */
export const MAX_ATTEMPTS = 5;

/**
 * Time limit of one run, in seconds. A job with more to do resumes in another run. Cloudflare ends an invocation after
 * 15 minutes without notice.
 */
export const RUN_SECONDS: Readonly<Record<JobKind, number>> = {
  load_seed: 5 * 60,
  ingest_bundle: 13 * 60,
  check_and_sync: 13 * 60,
  collect_source: 5 * 60,
  analyse_report: 13 * 60,
  enrich_observables: 10 * 60,
  remove_release: 10 * 60,
  reread_observables: 10 * 60,
  deliver_webhook: 60,
};

/** How many jobs of a kind run simultaneously. */
export const AT_ONCE: Readonly<Record<JobKind, number>> = {
  load_seed: 1,
  ingest_bundle: 1,
  check_and_sync: 1,
  collect_source: 4,
  analyse_report: 4,
  enrich_observables: 2,
  remove_release: 2,
  reread_observables: 1,
  deliver_webhook: 8,
};

/** How many jobs of one lane, that is for the same host, run simultaneously. */
export const AT_ONCE_IN_LANE = 2;
