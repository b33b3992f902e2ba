import type { Bindings } from "./bindings.ts";
import { BrowseStore } from "./knowledge/attack/browse/browse-store.ts";
import { KnownIdStore } from "./knowledge/attack/ids/known-id-store.ts";
import { DetectionStore } from "./knowledge/attack/detections/detection-store.ts";
import { IndexStore } from "./knowledge/attack/index-store.ts";
import { forgetReleases, PublishedReleases } from "./knowledge/attack/published-releases.ts";
import { SoftwareStore } from "./knowledge/attack/software-store.ts";
import { ReleaseStore } from "./knowledge/attack/release-store.ts";
import { BundleStore } from "./knowledge/sync/bundle-store.ts";
import { UpstreamStore } from "./knowledge/sync/upstream-store.ts";
import { SnapshotStore } from "./detection/coverage/history/store.ts";
import { CoverageTestStore } from "./detection/coverage/tests/store.ts";
import { LogSourceStore } from "./detection/coverage/log-sources/store.ts";
import { CollectionStore } from "./pipeline/collection/store.ts";
import { BootstrapStore } from "./pipeline/enrichment/rdap/bootstrap-store.ts";
import { LockStore } from "./pipeline/enrichment/lock-store.ts";
import { QueryStore } from "./pipeline/enrichment/query-store.ts";
import { ServerLimitStore } from "./pipeline/enrichment/server-limit-store.ts";
import { EnrichmentStore } from "./pipeline/enrichment/store.ts";
import { SpoolStore } from "./pipeline/imports/spool-store.ts";
import { ImportStore } from "./pipeline/imports/store.ts";
import { IntakeStore } from "./pipeline/intake/store.ts";
import { SubmissionStore } from "./pipeline/intake/submission-store.ts";
import { MatchStore } from "./pipeline/observables/match-store.ts";
import { ObservableStore } from "./pipeline/observables/store.ts";
import { SuppressionStore } from "./pipeline/observables/suppression-store.ts";
import { VulnerabilityStore } from "./pipeline/observables/vulnerability-store.ts";
import { WarningListStore } from "./pipeline/observables/warning-lists/store.ts";
import { RereadStore } from "./pipeline/observables/reread/store.ts";
import { StaleStore } from "./pipeline/observables/stale-store.ts";
import { ValuePageStore } from "./pipeline/observables/value-page/store.ts";
import { RuleImportStore } from "./detection/rules/import-store.ts";
import { SampleStore } from "./detection/rules/samples/samples-store.ts";
import { RuleStore } from "./detection/rules/store.ts";
import { LedgerStore } from "./exchange/taxii/store.ts";
import { ProofLinkStore } from "./exchange/proof/store.ts";
import { TokenStore } from "./exchange/tokens/store.ts";
import { DeliveryStore } from "./exchange/webhooks/delivery-store.ts";
import { OutboxStore } from "./exchange/webhooks/events/outbox-store.ts";
import { WebhookStore } from "./exchange/webhooks/store.ts";
import { HeadStore } from "./platform/audit/head-store.ts";
import type { AuditKeys } from "./platform/audit/audit-keys.ts";
import { AuditStore } from "./platform/audit/store.ts";
import { followBookmarks } from "./platform/d1/bookmarks.ts";
import { openKnowledgeDb, openWorkspace, type WorkspaceDb } from "./platform/d1/databases.ts";
import { WorkspaceVersion } from "./platform/d1/workspace-version.ts";
import { JobStore } from "./platform/jobs/store.ts";
import { TallyStore } from "./platform/metrics/tally-store.ts";
import { TotalStore } from "./platform/quotas/store.ts";
import { RateStore } from "./platform/rate-limits/store.ts";
import { DossierStore } from "./reading/dossiers/store.ts";
import { CommentStore } from "./reading/sessions/comment-store.ts";
import { ChangeStore } from "./reading/sessions/change-store.ts";
import { EvidenceStore } from "./reading/sessions/evidence/evidence-store.ts";
import { FailedSessionStore } from "./reading/sessions/failed-session-store.ts";
import { FindingStore } from "./reading/sessions/finding-store.ts";
import { ProcessingSessionStore } from "./reading/sessions/processing-session-store.ts";
import { SessionFiles } from "./reading/sessions/session-files.ts";
import { SessionStore } from "./reading/sessions/store.ts";
import { SubjectStore } from "./reading/sessions/subjects/subject-store.ts";
import { TrendStore } from "./reading/sessions/subjects/trend-store.ts";
import { VerdictStore } from "./reading/sessions/verdict-store.ts";
import { TechniqueStore } from "./reading/sessions/technique-store.ts";
import { LayerStore } from "./sharing/layers/store.ts";

/**
 * Opens every store over the bindings. The keys authenticate rows of the audit trail. Requests may read a replica of
 * the workspace, but access and the trail's completeness are read from the primary database only.
 */
export function openStores(env: Bindings, auditKeys: AuditKeys) {
  const sign = (text: string) => auditKeys.sign(text);
  const primary = openWorkspace(env.WORKSPACE_DB, sign);
  const binding = followBookmarks(env.WORKSPACE_DB);
  const workspace = openWorkspace(binding, sign);
  return {
    workspace,
    workspaceVersion: new WorkspaceVersion(binding),
    ...openKnowledge(env),
    ...openPlatform(env, workspace),
    audit: new AuditStore(primary),
    ...openReading(env, workspace),
    ...openPipeline(env, workspace),
    layers: new LayerStore(workspace),
    apiTokens: new TokenStore(primary),
    taxii: new LedgerStore(workspace),
    proofLinks: new ProofLinkStore(workspace),
    webhooks: new WebhookStore(workspace),
    webhookEvents: new OutboxStore(workspace),
    webhookDeliveries: new DeliveryStore(workspace),
    coverageTests: new CoverageTestStore(workspace),
    logSources: new LogSourceStore(workspace),
    coverageSnapshots: new SnapshotStore(workspace),
  };
}

function openKnowledge({ KNOWLEDGE_DB: binding, FILES: files }: Bindings) {
  const knowledge = openKnowledgeDb(binding);
  const releases = new ReleaseStore(binding, knowledge, forgetReleases);
  const software = new SoftwareStore(knowledge);
  const published = new PublishedReleases(releases);
  const indexes = new IndexStore(files, software);
  return {
    releases,
    published,
    software,
    indexes,
    knownIds: new KnownIdStore(published, indexes),
    detections: new DetectionStore(files),
    browse: new BrowseStore(knowledge),
    bundles: new BundleStore(files),
    upstream: new UpstreamStore(knowledge),
  };
}

function openPlatform({ FILES: files }: Bindings, workspace: WorkspaceDb) {
  return {
    auditHead: new HeadStore(files),
    jobs: new JobStore(workspace),
    rates: new RateStore(workspace, () => Date.now()),
    totals: new TotalStore(workspace),
    tallies: new TallyStore(workspace),
  };
}

function openReading({ FILES: files }: Bindings, workspace: WorkspaceDb) {
  return {
    sessions: new SessionStore(workspace),
    processingSessions: new ProcessingSessionStore(workspace),
    failedSessions: new FailedSessionStore(workspace),
    sessionTechniques: new TechniqueStore(workspace),
    findings: new FindingStore(workspace),
    sessionChanges: new ChangeStore(workspace),
    sessionComments: new CommentStore(workspace),
    dossiers: new DossierStore(workspace),
    evidence: new EvidenceStore(workspace),
    sessionFiles: new SessionFiles(files),
    verdicts: new VerdictStore(workspace),
    subjects: new SubjectStore(workspace),
    trends: new TrendStore(workspace),
  };
}

function openPipeline({ FILES: files }: Bindings, workspace: WorkspaceDb) {
  return {
    matches: new MatchStore(workspace),
    observables: new ObservableStore(workspace),
    suppressions: new SuppressionStore(workspace),
    warningLists: new WarningListStore(workspace, files),
    vulnerabilities: new VulnerabilityStore(workspace),
    valuePages: new ValuePageStore(workspace),
    rereads: new RereadStore(workspace),
    staleObservables: new StaleStore(workspace),
    intake: new IntakeStore(workspace),
    submissions: new SubmissionStore(workspace),
    collection: new CollectionStore(workspace),
    imports: new ImportStore(workspace),
    spool: new SpoolStore(files),
    enrichments: new EnrichmentStore(workspace),
    bootstraps: new BootstrapStore(workspace),
    locks: new LockStore(workspace),
    queries: new QueryStore(workspace),
    serverLimits: new ServerLimitStore(workspace),
    rules: new RuleStore(workspace),
    ruleImports: new RuleImportStore(workspace),
    ruleSamples: new SampleStore(workspace),
  };
}
