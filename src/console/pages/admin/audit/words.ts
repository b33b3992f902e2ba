import type { AuditEntry } from "../../../api/audit.ts";
import { reportPath } from "../../../parts/report-path.ts";

/** Describes each action as the end of a sentence that begins with a name. */
export const ACTIONS: Readonly<Record<string, string>> = {
  "session.create": "analyzed a report",
  "session.delete": "deleted a report",
  "session.retry": "started a failed analysis again",
  "session.review": "reviewed a technique",
  "session.update": "changed a report",
  "session.technique_add": "added a technique to a report",
  "session.technique_update": "changed a technique of a report",
  "session.technique_delete": "removed a technique from a report",
  "session.undo": "undid a change of a report",
  "session.reanalyse": "analyzed a report again",
  "session.second_opinion": "requested a second opinion",
  "session.opinion_accept": "accepted a second opinion",
  "session.push": "sent a report to MISP",
  "session.comment_add": "commented on a technique",
  "session.comment_delete": "deleted a comment",
  "source.create": "added a source",
  "source.update": "changed a source",
  "source.delete": "deleted a source",
  "collection.run": "ran a source",
  "import.stix": "imported a STIX bundle",
  "import.sharing_events": "imported MISP events",
  "import.ml_matrix": "imported an ATLAS matrix",
  "intake.create": "added a report to the intake",
  "intake.update": "changed a report in the intake",
  "intake.transition": "decided on a report in the intake",
  "intake.delete": "deleted a report in the intake",
  "observable.create": "added an observable",
  "observable.update": "changed an observable",
  "observable.delete": "deleted an observable",
  "observable.restore": "restored a suppressed observable",
  "observable.bulk": "changed several observables",
  "observable.enrich": "enriched an observable",
  "observable.enrich_bulk": "enriched several observables",
  "warning_list.update": "replaced a warning list",
  "warning_list.delete": "deleted a warning list",
  "layer.create": "saved a layer",
  "layer.update": "changed a layer",
  "layer.delete": "deleted a layer",
  "dossier.create": "created a dossier",
  "dossier.update": "changed a dossier",
  "dossier.delete": "deleted a dossier",
  "sync.trigger": "requested an update of the knowledge base",
  "sync.upload": "uploaded an ATT&CK release",
  "sync.complete": "updated the knowledge base",
  "release.delete": "deleted a release of the knowledge base",
  "job.retry": "started a dead job again",
  "rule.generate": "generated a rule",
  "rule.version": "saved a version of a rule",
  "rule.state": "changed the state of rules",
  "rule.delete": "deleted a rule",
  "rule.import": "imported rules",
  "rule.sample": "changed the samples of a rule",
  "coverage.log_sources": "changed the collected log sources",
  "coverage_test.create": "recorded a test",
  "coverage_test.update": "changed a test",
  "coverage_test.delete": "deleted a test",
  "token.create": "created an API token",
  "token.revoke": "revoked an API token",
  "proof.create": "created a proof link",
  "proof.revoke": "revoked a proof link",
  "webhook.create": "created a webhook",
  "webhook.update": "changed a webhook",
  "webhook.delete": "deleted a webhook",
  "webhook.rotate": "replaced the secret of a webhook",
  "webhook.test": "sent a test event",
  "webhook.resend": "sent deliveries again",
  "audit.key_change": "changed the key of the audit trail",
};

/** Objects of entries, as named in the filter. */
export const OBJECTS: Readonly<Record<string, string>> = {
  session: "Report",
  layer: "Layer",
  dossier: "Dossier",
  release: "Release",
  sync_task: "Update of the knowledge base",
  job: "Job",
  source: "Source",
  run: "Run",
  import: "Import",
  report: "Intake report",
  observable: "Observable",
  observables: "Several observables",
  suppression: "Suppression",
  warning_list: "Warning list",
  rule: "Rule",
  rules: "Several rules",
  log_inventory: "Log sources",
  coverage_test: "Test",
  enrichment: "Enrichment",
  token: "API token",
  proof_link: "proof link",
  webhook: "Webhook",
  audit_key: "Key of the audit trail",
};

/** The outcomes of a source run. */
const RUNS: Readonly<Record<string, string>> = {
  running: "started a run of a source",
  complete: "ran a source",
  not_modified: "ran a source without new items",
  failed: "could not run a source",
};

const STATES: Readonly<Record<string, string>> = {
  pending: "moved a report back to pending",
  reviewing: "left a report in the intake for later",
  promoted: "promoted a report in the intake",
  rejected: "rejected a report in the intake",
};

/** Describes an entry. Unknown actions appear by the service's name. */
export function describeEntry({ action, details }: AuditEntry): string {
  const known =
    action === "collection.run"
      ? RUNS[String(details["status"])]
      : action === "intake.transition"
        ? STATES[String(details["to"])]
        : action === "sync.complete" && hasFailed(details)
          ? "could not update the knowledge base"
          : undefined;
  return known ?? ACTIONS[action] ?? action.replaceAll(/[._]/gu, " ");
}

/** Returns whether an entry records a failure, of a run or of a domain update. */
export function hasFailed({ status, domains }: AuditEntry["details"]): boolean {
  const stages: unknown[] = Array.isArray(domains) ? domains : [];
  return status === "failed" || stages.some((one) => stageOf(one) === "failed");
}

function stageOf(domain: unknown): unknown {
  return typeof domain === "object" && domain !== null && "stage" in domain ? domain.stage : null;
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns an entry's name for its object; empty without one. */
export function nameIn({ details }: AuditEntry): string {
  const names = ["name", "title", "attack_id", "value", "filename", "url"];
  const value = names.map((name) => details[name]).find((one) => typeof one === "string");
  return typeof value === "string" ? value : "";
}

/** Returns a noun for an entry's object, for use within a sentence. */
export function nounOf({ object_type: type }: AuditEntry): string {
  if (type === "run") return "source";
  if (type === "report") return "report";
  return (OBJECTS[type] ?? type).toLowerCase();
}

const PLACES: Readonly<Record<string, (id: string) => string>> = {
  session: (id) => `/sessions/${id}`,
  source: (id) => `/intake/sources/${id}`,
  import: (id) => `/intake/imports/${id}`,
  report: reportPath,
  observable: (id) => `/observables/${id}`,
  rule: (id) => `/rules/${id}`,
  dossier: (id) => `/dossiers/${id}`,
};

/** Returns the page of an entry's object; null if there is none, or it was deleted. */
export function placeOf({ action, object_type: type, object_id: id, details }: AuditEntry) {
  if (action.endsWith(".delete")) return null;
  const source = details["source_id"];
  if (type === "run" && typeof source === "string") return PLACES["source"]?.(source) ?? null;
  return PLACES[type]?.(encodeURIComponent(id)) ?? null;
}
