import {
  type RunningService,
  startService,
  temporaryFolder,
} from "../../test/support/node/service.ts";
import { median } from "../bench/figures.ts";
import { fillObservables } from "../bench/fill-observables.ts";
import { time } from "../bench/measure.ts";
import { databaseFile } from "../bench/workspace-file.ts";
import { copyReleases, fillWorkspace, type Held } from "./fill-workspace.ts";

/** The highest allowed ratio between the large and the small service. */
const GOAL = 1.2;
/**
 * The usual difference between two requests to the same service on a machine with other work. A smaller
 * difference counts as none.
 */
const NOISE_MS = 2;
const SMALL: Held = {
  intake: 1_000,
  observables: 1_000,
  sessions: 1_000,
  rules: 1_000,
  releases: 1,
};
const UNLIMITED = Object.fromEntries(
  ["QUOTA_SESSIONS", "QUOTA_INTAKE_REPORTS", "QUOTA_OBSERVABLES", "QUOTA_RULES"]
    .concat(["RATE_SEARCHES_PER_MINUTE", "RATE_WRITES_PER_MINUTE"])
    .map((name) => [name, "0"]),
);

/** A request, and the expected status. */
type Ask = (run: number) => [path: string, body?: object, status?: number];

/** Each run sends another request, so that no cached response is measured. A deep page exists in both services. */
const page =
  (path: string, query = ""): Ask =>
  (run) => [`${path}?${query}&limit=${50 + run}`];
const LISTS = {
  intake: "/api/pipeline/intake",
  observables: "/api/pipeline/observables",
  sessions: "/api/analyze/sessions",
  rules: "/api/pipeline/rules",
};
const report = (n: number | string) => ({ title: `Report ${n} of growth` });
const domain = (value: string) => ({ kind: "domain", value });

/** The requests to both services, by name. */
const REQUESTS: Record<string, Ask> = {
  ...Object.fromEntries(
    Object.entries(LISTS).flatMap(([name, path]) => [
      [`${name}, first page`, page(path)],
      [`${name}, deep page`, page(path, "offset=900")],
    ]),
  ),
  "intake, of one state": page(LISTS.intake, "status=pending"),
  "intake, of one state by worth": page(LISTS.intake, "status=pending&sort=worth"),
  "intake, by worth": page(LISTS.intake, "sort=worth"),
  "intake, of an import": page(LISTS.intake, "import_id=00000000-0000-7000-8000-000000000001"),
  "intake, counts": () => [`${LISTS.intake}/counts`],
  "intake, search": page(LISTS.intake, "q=report%20777%20of"),
  "intake, a duplicate": () => [LISTS.intake, report(7), 409],
  "intake, a new one": (run) => [LISTS.intake, report(`new ${run}`), 201],
  "observables, of one kind": page(LISTS.observables, "kind=domain"),
  "observables, of a rare kind": page(LISTS.observables, "kind=sha512"),
  "observables, search": page(LISTS.observables, "q=host-772.evil"),
  "observables, a duplicate": () => [LISTS.observables, domain("host-3.evil-3.com")],
  "observables, a new one": (run) => [LISTS.observables, domain(`new-${run}.evil.xyz`), 201],
  "sessions, in review": page(LISTS.sessions, "review_state=in_review"),
  "sessions, with a technique": page(LISTS.sessions, "technique=T1059.001"),
  "sessions, search": page(LISTS.sessions, "search=session%20777%20of"),
  "rules, enabled": page(LISTS.rules, "state=enabled"),
  "rules, search": page(LISTS.rules, "q=rule%20777"),
  "a rule, a new one": (run) => [
    `${LISTS.rules}/generate`,
    { title: `A rule ${run}`, technique_id: "T1059.001", language: "sigma" },
    201,
  ],
  "releases, list": (run) => [`/api/attack/versions?limit=${50 + run}`],
  "releases, techniques": page("/api/attack/techniques"),
};

/** Measures how long lists, searches and new entries take in a service with little and one with much data. */
export async function tortureGrowth(options: Map<string, string>): Promise<object> {
  const large = Number(options.get("large") ?? 1_000_000);
  const runs = Number(options.get("runs") ?? 15);
  const held: Held = {
    intake: large,
    observables: large,
    sessions: Math.max(1_000, large / 10),
    rules: Math.max(1_000, large / 100),
    releases: 10,
  };
  const folders = [SMALL, held].map(() => temporaryFolder());
  const services: RunningService[] = [];
  try {
    for (const [at, size] of [SMALL, held].entries()) {
      services.push(await startFilled(folders[at]?.path ?? "", size));
    }
    const [little, much] = services;
    if (little === undefined || much === undefined) throw new Error("No services");
    const figures: Record<string, object> = {};
    let faults = 0;
    for (const [name, ask] of Object.entries(REQUESTS)) {
      const figure = await compare([little.url, much.url], ask, runs);
      figures[name] = figure;
      const { small_ms, large_ms, small_least_ms, large_least_ms } = figure;
      // Other work on the machine only adds time, so growth must also appear in the minimum times.
      if (isSlower(small_ms, large_ms) && isSlower(small_least_ms, large_least_ms)) faults += 1;
    }
    return { held, noise_ms: NOISE_MS, goal: GOAL, ...figures, faults };
  } finally {
    for (const service of services) await service.stop();
    for (const folder of folders) folder.remove();
  }
}

const isSlower = (small: number, large: number) => large > GOAL * small && large - small > NOISE_MS;

async function startFilled(folder: string, held: Held): Promise<RunningService> {
  await (await startService(folder, UNLIMITED)).stop();
  const workspace = databaseFile(folder, "observables");
  fillObservables(workspace, { from: 0, to: held.observables, bySession: 200 });
  fillWorkspace(workspace, held);
  copyReleases(databaseFile(folder, "releases"), held.releases);
  return await startService(folder, UNLIMITED);
}

/** Alternates between both services, so that other work on the machine slows them equally. */
async function compare(urls: readonly [string, string], ask: Ask, runs: number) {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run += 1) {
    for (const at of [0, 1] as const) times[at].push(await send(urls[at], ask(run)));
  }
  // The first request fills caches.
  const [small_ms = 0, large_ms = 0] = times.map(([, ...rest]) => round(median(rest)));
  const [small_least_ms = 0, large_least_ms = 0] = times.map((all) => round(Math.min(...all)));
  return { small_ms, large_ms, ratio: round(large_ms / small_ms), small_least_ms, large_least_ms };
}

async function send(url: string, [path, body, status = 200]: ReturnType<Ask>): Promise<number> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const ask = async () => await fetch(`${url}${path}`, init);
  return await time(async () => {
    // The runtime closes a connection that was idle for some seconds, which a client notices only on use.
    const answer = await ask().catch(ask);
    await answer.arrayBuffer();
    if (answer.status !== status) throw new Error(`${path}: HTTP ${answer.status}`);
  });
}

const round = (value: number) => Math.round(value * 100) / 100;
