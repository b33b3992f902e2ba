import { v7 as uuidv7 } from "uuid";
import { ModelStore } from "./analysis/embedded/model-store.ts";
import { SessionStore } from "./analysis/store.ts";
import { SessionFiles } from "./analysis/session-files.ts";
import type { Bindings } from "./bindings.ts";
import { BrowseStore } from "./attack/browse/browse-store.ts";
import { IndexStore } from "./attack/index-store.ts";
import { ReleaseStore } from "./attack/release-store.ts";
import type { DocumentExtractor } from "./documents/extractor.ts";
import { createLocalExtractor } from "./documents/extractor.ts";
import { createServiceExtractor } from "./documents/service-extractor.ts";
import { BootstrapStore } from "./enrichment/bootstrap-store.ts";
import { EnrichmentStore } from "./enrichment/store.ts";
import { TurnStore } from "./enrichment/turn-store.ts";
import { parseSettings, type Settings } from "./env.ts";
import { createAccessVerifier } from "./http/access-token.ts";
import { BodyBudget } from "./http/body-budget.ts";
import type { AccessVerifier } from "./http/identity.ts";
import { RateStore } from "./http/rate-limit.ts";
import { JobStore } from "./jobs/store.ts";
import { LayerStore } from "./layers/store.ts";
import { openDatabase, type WorkspaceDb } from "./lib/d1.ts";
import { HeadStore } from "./audit/head-store.ts";
import { AuditStore } from "./audit/store.ts";
import { CollectionStore } from "./collection/store.ts";
import { SpoolStore } from "./imports/spool-store.ts";
import { ImportStore } from "./imports/store.ts";
import { IntakeStore } from "./intake/store.ts";
import { SubmissionStore } from "./intake/submission-store.ts";
import { MatchStore } from "./observables/match-store.ts";
import { ObservableStore } from "./observables/store.ts";
import { consoleLog, type Log } from "./lib/log.ts";
import { RuleStore } from "./rules/store.ts";
import { BundleStore } from "./sync/bundle-store.ts";
import { UpstreamStore } from "./sync/upstream-store.ts";

/** Everything a verb may use; the only place where bindings become services. */
export interface Context {
  settings: Settings;
  releases: ReleaseStore;
  indexes: IndexStore;
  browse: BrowseStore;
  bundles: BundleStore;
  upstream: UpstreamStore;
  sessions: SessionStore;
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
  jobs: JobStore;
  rates: RateStore;
  bodies: BodyBudget;
  documents: DocumentExtractor;
  verifyAccess: AccessVerifier | null;
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
  sendMessage(message: { job_id: string }): Promise<void>;
  log: Log;
}

const contexts = new WeakMap<Bindings, Context>();

/**
 * The services over these bindings; made once per isolate.
 * @throws Error with one sentence that names a setting which is not valid
 */
export function contextOf(env: Bindings): Context {
  const known = contexts.get(env);
  if (known !== undefined) return known;
  const created = createContext(env);
  contexts.set(env, created);
  return created;
}

function createContext(env: Bindings): Context {
  const settings = parseSettings({ ...env });
  const knowledge = openDatabase(env.KNOWLEDGE_DB);
  const workspace = openDatabase(env.WORKSPACE_DB);
  const matches = new MatchStore(workspace);
  const clock = () => Date.now();
  const readAsset = (path: string) => env.ASSETS.fetch(new URL(path, "http://assets.local"));
  const operatorFetch: typeof fetch = (input, init) =>
    env.OPERATOR_NETWORK === undefined
      ? fetch(input, init)
      : env.OPERATOR_NETWORK.fetch(input, init);
  return {
    settings,
    releases: new ReleaseStore(env.KNOWLEDGE_DB, knowledge),
    indexes: new IndexStore(env.FILES),
    browse: new BrowseStore(knowledge),
    bundles: new BundleStore(env.FILES),
    upstream: new UpstreamStore(knowledge),
    sessions: new SessionStore(workspace, matches),
    sessionFiles: new SessionFiles(env.FILES),
    models: new ModelStore(env.FILES, readAsset),
    spool: new SpoolStore(env.FILES),
    ...openPipeline(workspace, matches),
    audit: new AuditStore(workspace),
    auditHead: new HeadStore(env.FILES),
    jobs: new JobStore(workspace),
    rates: new RateStore(workspace, clock),
    bodies: new BodyBudget(settings),
    documents: createDocumentExtractor(env, settings),
    verifyAccess: createAccessVerifier(settings, operatorFetch),
    now: (offsetSeconds = 0) => new Date(clock() + offsetSeconds * 1000).toISOString(),
    newId: () => uuidv7(),
    sleep: async (seconds) => await new Promise((done) => setTimeout(done, seconds * 1000)),
    network: { public: (input, init) => fetch(input, init), operator: operatorFetch },
    readAsset,
    sendMessage: async (message) => void (await env.JOBS.send(message)),
    log: consoleLog,
  };
}

/** The stores of the pipeline, from feeds to rules. */
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
  };
}

function createDocumentExtractor(env: Bindings, settings: Settings): DocumentExtractor {
  const limits = {
    maxUnpackedBytes: settings.MAX_UNPACKED_BYTES,
    maxPdfPages: settings.MAX_PDF_PAGES,
    maxTextChars: settings.MAX_TEXT_CHARS,
  };
  return env.EXTRACTOR === undefined
    ? createLocalExtractor(limits)
    : createServiceExtractor(env.EXTRACTOR, limits);
}
