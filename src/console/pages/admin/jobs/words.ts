import type { JobState } from "../../../api/jobs.ts";

/** The states, in order of relevance to an operator. */
export const STATES: Record<JobState, string> = {
  dead: "Dead",
  failed: "Failed",
  running: "Running",
  queued: "Queued",
  done: "Done",
};

const KINDS: Readonly<Record<string, string>> = {
  load_seed: "Load the shipped release",
  ingest_bundle: "Ingest a release",
  check_and_sync: "Update the knowledge base",
  collect_source: "Run source",
  analyse_report: "Analyze a report",
  enrich_observables: "Enrich observables",
  remove_release: "Remove a release",
  reread_observables: "Find observables again",
  deliver_webhook: "Send to a webhook",
};

/** Describes a kind. Unknown kinds appear by the service's name. */
export function describeKind(kind: string): string {
  return KINDS[kind] ?? kind.replaceAll("_", " ");
}
