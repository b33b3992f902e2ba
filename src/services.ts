import { healthRoom } from "./health/room.ts";
import { metricsRoom } from "./metrics/room.ts";
import { attackRoom } from "./knowledge/attack/room.ts";
import { comparisonRoom } from "./knowledge/comparison/room.ts";
import { syncRoom } from "./knowledge/sync/room.ts";
import { collectionRoom } from "./pipeline/collection/room.ts";
import { enrichmentRoom } from "./pipeline/enrichment/room.ts";
import { importsRoom } from "./pipeline/imports/room.ts";
import { intakeRoom } from "./pipeline/intake/room.ts";
import { createRedCheck } from "./source-markings.ts";
import { readRecords } from "./pipeline/enrichment/read-records.ts";
import { createSourceDescriber, createTextReader } from "./mentioning-sources.ts";
import { observablesRoom } from "./pipeline/observables/room.ts";
import { rulesRoom } from "./detection/rules/room.ts";
import { ruleImportRoom } from "./detection/import/room.ts";
import { releaseImpactRoom } from "./detection/coverage/release-impact/room.ts";
import { collectNextRoom } from "./detection/coverage/collect-next/room.ts";
import { libraryRoom } from "./detection/coverage/library/room.ts";
import { testFirstRoom } from "./detection/coverage/test-first/room.ts";
import { coverageOfSession } from "./detection/coverage/states/coverage-of-session.ts";
import { coverageTestsRoom } from "./detection/coverage/tests/room.ts";
import { coverageRoom } from "./detection/coverage/states/room.ts";
import { coverageHistoryRoom } from "./detection/coverage/history/room.ts";
import { logSourcesRoom } from "./detection/coverage/log-sources/room.ts";
import { RecentReport } from "./exchange/taxii/recent-report.ts";
import { taxiiRoom } from "./exchange/taxii/room.ts";
import { proofRoom } from "./exchange/proof/room.ts";
import { captureRoom } from "./exchange/capture/room.ts";
import { mispRoom } from "./exchange/misp/room.ts";
import { mcpRoom } from "./exchange/mcp/room.ts";
import { tokensRoom } from "./exchange/tokens/room.ts";
import { SecretBox } from "./exchange/webhooks/secret-box.ts";
import { webhooksRoom } from "./exchange/webhooks/room.ts";
import { dossiersRoom } from "./reading/dossiers/room.ts";
import { trendsRoom } from "./reading/trends/room.ts";
import { reviewRoom } from "./reading/review/room.ts";
import { sessionsRoom } from "./reading/sessions/room.ts";
import { exportsRoom } from "./sharing/exports/room.ts";
import { layersRoom } from "./sharing/layers/room.ts";
import { auditRoom, eventsRoom, jobsRoom, quotaRoom, rateLimitRoom } from "./platform-rooms.ts";
import type { Bindings } from "./bindings.ts";
import { openStores } from "./open-stores.ts";
import {
  openAssets,
  objectsAtOnce,
  openBackground,
  openEventFeed,
  openDisk,
  openHost,
  openNetwork,
  openQueue,
  openReaders,
  openRuntime,
  requireAuditKey,
} from "./open-platform.ts";
import { observablesOfSession } from "./pipeline/observables/observables-of-session.ts";
import { createSessionObservables } from "./pipeline/observables/session-observables.ts";
import { AuditKeys } from "./platform/audit/audit-keys.ts";
import { Listeners } from "./platform/audit/events/listeners.ts";
import { signOnRoom } from "./platform/sign-on/room.ts";
import { openSignOn } from "./platform/sign-on/sign-on.ts";
import { createAccessVerifier } from "./platform/auth/access-verifier.ts";
import { type AccessVerifier, authWarnings } from "./platform/auth/identity.ts";
import { BodyBudget } from "./platform/http/body-budget.ts";
import { openFreeSpace } from "./platform/http/free-space.ts";
import type { HttpDeps } from "./platform/http/deps.ts";
import type { JobDefinitions } from "./platform/jobs/deps.ts";
import { consoleLog } from "./platform/lib/log.ts";
import { RequestCounters } from "./platform/metrics/request-counters.ts";
import { type AfterRequest, openAfterChange } from "./platform/lib/after-change.ts";
import type { Room } from "./platform/room.ts";
import { forgetReleases } from "./knowledge/attack/published-releases.ts";
import { ResponseCache } from "./platform/response-cache/response-cache.ts";
import { ReadBundles } from "./knowledge/sync/read-bundles.ts";
import { Readiness } from "./knowledge/attack/readiness.ts";
import { buildSmallModel } from "./reading/analyser/build-small-model.ts";
import { ModelStore } from "./reading/analyser/model-store.ts";
import { describeSettings } from "./describe-settings.ts";
import { parseSettings, type Settings } from "./settings.ts";

/** Every room of the service, in the order of the OpenAPI document and the housekeeping. Add new rooms here. */
const rooms = [
  healthRoom,
  sessionsRoom,
  reviewRoom,
  dossiersRoom,
  trendsRoom,
  comparisonRoom,
  layersRoom,
  attackRoom,
  syncRoom,
  collectionRoom,
  importsRoom,
  // Before the intake, whose paths with an id would match it.
  captureRoom,
  intakeRoom,
  observablesRoom,
  enrichmentRoom,
  ruleImportRoom,
  rulesRoom,
  logSourcesRoom,
  coverageRoom,
  coverageHistoryRoom,
  coverageTestsRoom,
  testFirstRoom,
  collectNextRoom,
  libraryRoom,
  releaseImpactRoom,
  mispRoom,
  tokensRoom,
  taxiiRoom,
  proofRoom,
  webhooksRoom,
  mcpRoom,
  auditRoom,
  eventsRoom,
  exportsRoom,
  jobsRoom,
  rateLimitRoom,
  quotaRoom,
  metricsRoom,
  signOnRoom,
] as const;

type TakesDeps<R> = R extends Room<infer Deps> ? (deps: Deps) => void : never;
type DepsOf<R> = TakesDeps<R> extends (deps: infer Deps) => void ? Deps : never;

/** The dependencies of all rooms. */
export type Services = DepsOf<(typeof rooms)[number]> &
  HttpDeps &
  AfterRequest & {
    settings: Settings;
    verifyAccess: AccessVerifier | null;
    /** When this isolate began to serve. With a single process, nothing that began earlier is still running. */
    startedAt: string;
  };

/** Bytes of responses that an isolate caches. On Cloudflare it has 128 MB in total. */
const KEPT_AT_THE_EDGE = 8 * 1024 * 1024;
const KEPT_SELF_HOSTED = 32 * 1024 * 1024;

/** Limit of a dossier's list of observables that several reports share. The rest are only counted. */
const MAX_SHARED = 500;

/** Cloudflare rejects larger bodies before they reach a Worker. */
const AT_THE_EDGE = { MAX_IMPORT_BYTES: "100000000" };

/** Set by the isolate's first event, because Cloudflare has no clock before it. */
let isolateStart: string | undefined;

/** The rooms, typed for use. Hono's types do not express that a handler only reads its dependencies. */
export const ROOMS = rooms as unknown as readonly Room<Services>[];

const opened = new WeakMap<Bindings, Services>();

/**
 * Returns the services over these bindings, created once per isolate.
 * @throws SettingsError with one sentence that names an invalid setting
 */
export function servicesOf(env: Bindings): Services {
  const known = opened.get(env);
  if (known !== undefined) return known;
  const created = openServices(env);
  opened.set(env, created);
  return created;
}

/** Returns the services over these bindings if they are already open. */
export function openedServices(env: Bindings): Services | undefined {
  return opened.get(env);
}

/** Discards the services over these bindings after their data was replaced, for tests that share an isolate. */
export function closeServices(env: Bindings): void {
  forgetReleases();
  opened.delete(env);
}

function openServices(env: Bindings): Services {
  const isAtTheEdge = env.READERS === undefined;
  const settings = parseSettings({ ...(isAtTheEdge && AT_THE_EDGE), ...env }, isAtTheEdge);
  for (const warning of authWarnings(settings)) consoleLog("warn", "auth.unproven", { warning });
  const auditKey = requireAuditKey(settings);
  const auditKeys = new AuditKeys(auditKey, settings.AUDIT_KEY_PREVIOUS);
  const runtime = openRuntime();
  const stores = openStores(env, auditKeys);
  const readAsset = openAssets(env);
  const network = openNetwork(env);
  const models = new ModelStore(env.FILES, readAsset);
  // Memory is scarce at the edge.
  const base = { ...runtime, ...stores, settings, readAsset, keepsLists: !isAtTheEdge };
  const services: Services = {
    ...base,
    configuration: () => describeSettings({ ...env }, settings),
    auditKeys,
    network,
    models,
    secretBox: new SecretBox(auditKey, settings.AUDIT_KEY_PREVIOUS),
    definitions: stores.browse,
    // At the edge an isolate has 128 MB, and another one serves the queue.
    readBundles: env.READERS === undefined ? null : new ReadBundles(),
    releaseModels: openReleaseModels({ ...runtime, models, readAsset }),
    answers: new ResponseCache(
      isAtTheEdge ? KEPT_AT_THE_EDGE : KEPT_SELF_HOSTED,
      settings.PUBLIC_CACHE ? "public" : "private",
    ),
    readiness: new Readiness(stores.published, env.START_UP === "awaited"),
    sessionObservables: createSessionObservables(base),
    describeSources: createSourceDescriber(stores),
    enrichmentsOf: async (id, limit) => await readRecords(stores, id, limit),
    isOnlyRed: createRedCheck(stores),
    textsAfter: createTextReader(stores),
    coverageOfSession: (id, release) => coverageOfSession(base, id, release),
    sharedObservables: async (ids) => await stores.observables.listShared(ids, MAX_SHARED),
    observablesOfSession: (id) => observablesOfSession(base, id),
    bodies: new BodyBudget(settings),
    eventFeed: openEventFeed(stores),
    eventListeners: new Listeners(),
    recentReport: new RecentReport(),
    readers: openReaders(env, settings),
    objectsAtOnce: objectsAtOnce(env),
    verifyAccess: createAccessVerifier(settings, network.operator, consoleLog),
    signOn: openSignOn({ ...base, network, auditKey }),
    ...openMonitoring(env),
    measures: ROOMS.map((room) => async () => (await room.measure?.(services)) ?? []),
    sendMessage: openQueue(env),
    jobDefinitions: Object.assign({}, ...ROOMS.map(({ jobs }) => jobs)) as JobDefinitions,
    ...openAfterChange(async () => await followChange(services), runtime),
  };
  return services;
}

/** Opens metrics of this isolate, and the reports and services of the program around it. */
function openMonitoring(
  env: Bindings,
): Pick<Services, "requests" | "askHost" | "askBackground" | "requireSpace" | "startedAt"> {
  return {
    // At the edge a scrape reaches one isolate of many, whose counts do not represent the others.
    requests: env.READERS === undefined ? null : new RequestCounters(),
    askHost: openHost(env),
    askBackground: openBackground(env),
    requireSpace: openFreeSpace(openDisk(env), Date.now),
    startedAt: (isolateStart ??= new Date().toISOString()),
  };
}

/** Runs each room's follow-up of a change. */
async function followChange(services: Services): Promise<void> {
  for (const room of ROOMS) await room.afterChange?.(services);
}

/** Opens the small models that are built from releases. */
function openReleaseModels(deps: Parameters<typeof buildSmallModel>[0]): Services["releaseModels"] {
  const { models } = deps;
  return {
    build: async (releaseId, content) => await buildSmallModel(deps, releaseId, content),
    remove: async (releaseId) => await models.remove(releaseId),
    isThere: async (release) => await models.isThere(release),
  };
}
