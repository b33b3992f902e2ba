import type { JobKind } from "./vocabulary.ts";

/** A job that was begun so often without an end is dead. */
export const MAX_ATTEMPTS = 5;

/**
 * Longest time of one run, in seconds; whoever has more to do resumes in another run. Cloudflare
 * ends an invocation after 15 minutes without a word.
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

/** How many jobs of a kind run at once. */
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

/** How many jobs of one lane run at once: those that ask the same host. */
export const AT_ONCE_IN_LANE = 2;
