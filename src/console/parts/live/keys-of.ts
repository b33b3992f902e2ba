import type { WorkspaceEvent } from "../../api/events.ts";

/** The beginning of query keys. */
export type Key = readonly unknown[];

/** The queries affected by a change of an object, by the first noun of their keys. */
const NOUNS: Record<WorkspaceEvent["object_type"], readonly string[]> = {
  session: ["sessions", "dossiers", "overlay"],
  layer: ["layers", "layer", "overlay"],
  dossier: ["dossiers", "overlay"],
  release: ["releases", "versions", "sync"],
  sync_task: ["sync", "releases", "versions", "jobs"],
  job: ["jobs"],
  source: ["sources"],
  run: ["sources", "runs", "intake", "jobs"],
  import: ["imports", "intake", "observables"],
  report: ["intake"],
  observable: ["observables", "observable"],
  observables: ["observables", "observable"],
  suppression: ["observables", "observable", "suppressions"],
  warning_list: ["warning-lists", "observables", "suppressions"],
  enrichment: ["observables", "observable"],
  rule: ["rules", "rule", "coverage", "tests"],
  rules: ["rules", "rule", "coverage", "tests"],
  log_inventory: ["log-inventory", "coverage", "tests"],
  coverage_test: ["tests", "coverage"],
  token: ["tokens"],
  proof_link: ["proof-links"],
  webhook: ["webhooks"],
  audit_key: [],
};

/** The queries of one session, with its id after the noun. */
const OF_SESSION = ["session", "session-history", "session-opinion", "comments"];

/** Returns the keys of the affected queries. A type that only a newer service has is used as the noun. */
export function keysOf({ object_type: type, object_id: id }: WorkspaceEvent): Key[] {
  const nouns = (NOUNS as Partial<Record<string, readonly string[]>>)[type] ?? [type, `${type}s`];
  const own = type === "session" ? OF_SESSION.map((noun) => [noun, id]) : [];
  return [...own, ...nouns.map((noun) => [noun]), ["audit"]];
}

/** The keys of data that changes without an event, when background work or an analysis ends. */
export const WORK_KEYS: readonly Key[] = [
  "session",
  "session-history",
  "sessions",
  "intake",
  "sources",
  "runs",
  "imports",
  "jobs",
  "sync",
  "releases",
  "versions",
  "observables",
  "observable",
].map((noun) => [noun]);
