import { v7 as uuidv7 } from "uuid";
import { ModelStore } from "./reading/analyser/model-store.ts";
import { FailedSessionStore } from "./reading/sessions/failed-session-store.ts";
import { SessionStore } from "./reading/sessions/store.ts";
import { SessionFiles } from "./reading/sessions/session-files.ts";
import type { Bindings } from "./bindings.ts";
import { BrowseStore } from "./knowledge/attack/browse/browse-store.ts";
import { IndexStore } from "./knowledge/attack/index-store.ts";
import { Readiness } from "./knowledge/attack/readiness.ts";
import { ReleaseStore } from "./knowledge/attack/release-store.ts";
import { BootstrapStore } from "./pipeline/enrichment/bootstrap-store.ts";
import { EnrichmentStore } from "./pipeline/enrichment/store.ts";
import { TurnStore } from "./pipeline/enrichment/turn-store.ts";
import { parseSettings, type Settings, SettingsError } from "./settings.ts";
import { createAccessVerifier } from "./platform/auth/access-token.ts";
import { BodyBudget } from "./platform/http/body-budget.ts";
import { type AccessVerifier, authWarnings } from "./platform/auth/identity.ts";
import { RateStore } from "./platform/rate-limits/rate-limit.ts";
import { JobStore } from "./platform/jobs/store.ts";
import { LayerStore } from "./sharing/layers/store.ts";
import { openDatabase, openWorkspace, type WorkspaceDb } from "./platform/d1/databases.ts";
import { HeadStore } from "./platform/audit/head-store.ts";
import { AuditKeys } from "./platform/audit/keys.ts";
import { AuditStore } from "./platform/audit/store.ts";
import { CollectionStore } from "./pipeline/collection/store.ts";
import { SpoolStore } from "./pipeline/imports/spool-store.ts";
import { ImportStore } from "./pipeline/imports/store.ts";
import { IntakeStore } from "./pipeline/intake/store.ts";
import { SubmissionStore } from "./pipeline/intake/submission-store.ts";
import { MatchStore } from "./pipeline/observables/match-store.ts";
import { ObservableStore } from "./pipeline/observables/store.ts";
import { consoleLog, type Log } from "./platform/lib/log.ts";
import { edgeLimits, selfHostedLimits } from "./readers/limits.ts";
import { createLocalReaders } from "./readers/local-readers.ts";
import type { Readers } from "./readers/port.ts";
import { createServiceReaders } from "./readers/service-readers.ts";
import { RuleStore } from "./pipeline/rules/store.ts";
import { TotalStore } from "./platform/quotas/store.ts";
import { BundleStore } from "./knowledge/sync/bundle-store.ts";
import { UpstreamStore } from "./knowledge/sync/upstream-store.ts";

/** Everything a verb may use; the only place where bindings become services. */
export interface Context {
  settings: Settings;
  releases: ReleaseStore;
  readiness: Readiness;
  indexes: IndexStore;
  browse: BrowseStore;
  bundles: BundleStore;
  upstream: UpstreamStore;
  sessions: SessionStore;
  failedSessions: FailedSessionStore;
  sessionFiles: SessionFiles;
  models: ModelStore;
  collection: CollectionStore;
  imports: ImportStore;
  spool: SpoolStore;
  intake: IntakeStore;
  submissions: SubmissionStore;
  matches: MatchStore;
  observables: ObservableStore;
  enrichments: EnrichmentStore;
  bootstraps: BootstrapStore;
  turns: TurnStore;
  layers: LayerStore;
  rules: RuleStore;
  audit: AuditStore;
  auditHead: HeadStore;
  auditKeys: AuditKeys;
  jobs: JobStore;
  rates: RateStore;
  totals: TotalStore;
  readers: Readers;
  bodies: BodyBudget;
  verifyAccess: AccessVerifier | null;
  /** When this isolate began to serve: nothing of before is still under way where there is one process only. */
  startedAt: string;
  /** ISO 8601 UTC, optionally some seconds from now. */
  now(offsetSeconds?: number): string;
  /** A UUID of version 7: what comes later sorts later, so that large indexes grow at their end. */
  newId(): string;
  sleep: (seconds: number) => Promise<void>;
  /**
   * The ways out: `public` reaches no private address where the platform can hold it back,
   * `operator` is for the hosts that the operator configured.
   */
  network: { public: typeof fetch; operator: typeof fetch };
  readAsset(path: string): Promise<Response>;
  /** Puts a message into the queue, to be delivered now or some seconds later. */
  sendMessage(message: { job_id: string }, delaySeconds?: number): Promise<void>;
  log: Log;
}

/** Cloudflare refuses larger bodies before they reach a Worker. */
const AT_THE_EDGE = { MAX_IMPORT_BYTES: "100000000" };

/** The first event of the isolate sets it: before that there is no clock on Cloudflare. */
let isolateStart: string | undefined;

const contexts = new WeakMap<Bindings, Context>();

/**
 * The services over these bindings; made once per isolate.
 * @throws SettingsError with one sentence that names a setting which is not valid
 */
export function contextOf(env: Bindings): Context {
  const known = contexts.get(env);
  if (known !== undefined) return known;
  const created = createContext(env);
  contexts.set(env, created);
  return created;
}

function createContext(env: Bindings): Context {
  const settings = parseSettings({ ...(env.READERS === undefined && AT_THE_EDGE), ...env });
  for (const warning of authWarnings(settings)) consoleLog("warn", "auth.unproven", { warning });
  const knowledge = openDatabase(env.KNOWLEDGE_DB);
  const auditKeys = openAuditKeys(settings);
  const workspace = openWorkspace(env.WORKSPACE_DB, (text) => auditKeys.sign(text));
  const matches = new MatchStore(workspace);
  const releases = new ReleaseStore(env.KNOWLEDGE_DB, knowledge);
  const readAsset = (path: string) => env.ASSETS.fetch(new URL(path, "http://assets.local"));
  const operatorFetch = openOperatorNetwork(env);
  return {
    settings,
    releases,
    readiness: new Readiness(releases, env.START_UP === "awaited"),
    indexes: new IndexStore(env.FILES),
    browse: new BrowseStore(knowledge),
    bundles: new BundleStore(env.FILES),
    upstream: new UpstreamStore(knowledge),
    sessions: new SessionStore(workspace, matches),
    sessionFiles: new SessionFiles(env.FILES),
    models: new ModelStore(env.FILES, readAsset),
    ...openPipeline(workspace, matches),
    spool: new SpoolStore(env.FILES),
    auditHead: new HeadStore(env.FILES),
    auditKeys,
    jobs: new JobStore(workspace),
    rates: new RateStore(workspace, () => Date.now()),
    bodies: new BodyBudget(settings),
    readers: openReaders(env, settings),
    verifyAccess: createAccessVerifier(settings, operatorFetch, consoleLog),
    startedAt: (isolateStart ??= new Date().toISOString()),
    now: (offsetSeconds = 0) => new Date(Date.now() + offsetSeconds * 1000).toISOString(),
    newId: () => uuidv7(),
    sleep: async (seconds) => await new Promise((done) => setTimeout(done, seconds * 1000)),
    network: { public: (input, init) => fetch(input, init), operator: operatorFetch },
    readAsset,
    sendMessage: openQueue(env),
    log: consoleLog,
  };
}

/** Without a key nothing could be recorded that can be proven, so nothing starts. */
function openAuditKeys({ AUDIT_KEY: key, AUDIT_KEY_PREVIOUS: previous }: Settings): AuditKeys {
  if (key === undefined) {
    throw new SettingsError("Setting AUDIT_KEY is needed: a secret of at least 32 characters.");
  }
  return new AuditKeys(key, previous);
}

function openQueue({ JOBS: queue }: Bindings): Context["sendMessage"] {
  return async (message, delaySeconds = 0) => void (await queue.send(message, { delaySeconds }));
}

function openOperatorNetwork({ OPERATOR_NETWORK: network }: Bindings): typeof fetch {
  return (input, init) => (network === undefined ? fetch(input, init) : network.fetch(input, init));
}

/** The stores of the pipeline, from feeds to rules, and of what is counted or failed. */
function openPipeline(workspace: WorkspaceDb, matches: MatchStore) {
  return {
    collection: new CollectionStore(workspace),
    imports: new ImportStore(workspace),
    intake: new IntakeStore(workspace),
    submissions: new SubmissionStore(workspace, matches),
    matches,
    observables: new ObservableStore(workspace),
    enrichments: new EnrichmentStore(workspace),
    bootstraps: new BootstrapStore(workspace),
    turns: new TurnStore(workspace),
    layers: new LayerStore(workspace),
    rules: new RuleStore(workspace),
    audit: new AuditStore(workspace),
    failedSessions: new FailedSessionStore(workspace),
    totals: new TotalStore(workspace),
  };
}

function openReaders({ READERS: service }: Bindings, settings: Settings): Readers {
  return service === undefined
    ? createLocalReaders(edgeLimits(settings))
    : createServiceReaders(service, selfHostedLimits(settings));
}
