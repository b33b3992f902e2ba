import { setTimeout as sleep } from "node:timers/promises";
import { FeedServer } from "../../test/support/node/feed-server.ts";
import { childrenOf, commandOf, killTree } from "../../test/support/node/processes.ts";
import {
  type RunningService,
  startService,
  temporaryFolder,
} from "../../test/support/node/service.ts";
import { Upstream } from "../../test/support/node/upstream.ts";
import { seededRandom } from "../../test/support/random.ts";
import { Acknowledged } from "./kills/acknowledged.ts";

/** A job in progress ends within this time after the restart. */
const END_MS = 60_000;
/** The work that one kill interrupts begins within this time. */
const LONGEST_MS = 2_500;

/** What is killed. A group is Node with all its children, as in a power cut. */
const TARGETS = ["workerd", "background", "node", "reader", "group"] as const;
type Target = (typeof TARGETS)[number];

/**
 * Kills processes of a service at random moments while it works. Afterwards every acknowledged change must
 * exist once, and every job must end within a minute.
 */
export async function tortureKills(options: Map<string, string>): Promise<object> {
  const [seed, kills] = [Number(options.get("seed")), Number(options.get("kills") ?? 300)];
  const random = seededRandom(seed);
  const [folder, backups] = [temporaryFolder(), temporaryFolder()];
  const [feeds, upstream] = [new FeedServer(), new Upstream([])];
  await Promise.all([feeds.listen(), upstream.listen()]);
  const environment = { ALLOW_PRIVATE_SOURCES: "true", ATTACK_INDEX_URL: upstream.indexUrl };
  const start = async () => await startService(folder.path, environment);
  const place = { dataDir: folder.path, backupDir: backups.path, feeds, upstream };
  const known = new Acknowledged();
  const killed: Record<string, number> = {};
  const faults: string[] = [];
  let longest = 0;
  let service = await start();
  try {
    for (let n = 0; n < kills; n += 1) {
      const { exitCode } = service.process;
      if (exitCode !== null) {
        faults.push(`before kill ${n} the service ended by itself, with ${exitCode}`);
        service = await start();
      }
      const work = known.begin({ ...place, url: service.url }, random, n);
      await sleep(random() * LONGEST_MS);
      const target = TARGETS[Math.floor(random() * TARGETS.length)] ?? "group";
      const isGone = await kill(service, target);
      killed[target] = (killed[target] ?? 0) + 1;
      await work;
      if (isGone) service = await start();
      const restarted = performance.now();
      const problem = await waitForJobs(service.url);
      longest = Math.max(longest, performance.now() - restarted);
      if (problem !== null) faults.push(`kill ${n} of ${target}: ${problem}`);
    }
    faults.push(...(await known.check(service.url)));
  } finally {
    await service.stop();
    for (const one of [folder, backups]) one.remove();
    for (const server of [feeds, upstream]) server.close();
  }
  for (const fault of faults.slice(0, 50)) console.error(fault);
  return { kills, killed, ...known.counts, longest_ms: Math.round(longest), faults: faults.length };
}

/** Returns whether the service must be restarted. */
async function kill(service: RunningService, target: Target): Promise<boolean> {
  const { pid = 0 } = service.process;
  if (target === "group") {
    await service.killAll();
    return true;
  }
  if (target === "node") {
    // Its children outlive it until the next start ends them.
    process.kill(pid, "SIGKILL");
    await new Promise((resolve) => service.process.once("exit", resolve));
    return true;
  }
  const workerds = childrenOf(pid).filter((child) => commandOf(child).includes("workerd serve"));
  const readers = childrenOf(pid).filter((child) => !workerds.includes(child));
  const victims = { workerd: workerds.slice(0, 1), background: workerds.slice(1), reader: readers };
  for (const victim of victims[target]) killTree(victim);
  return false;
}

/** Waits until the service responds and no job is open. Returns the fault if that takes too long. */
async function waitForJobs(url: string): Promise<string | null> {
  const until = performance.now() + END_MS;
  for (;;) {
    const health = await fetch(`${url}/api/health`)
      .then(
        async (response) =>
          (await response.json()) as { status: string; jobs: Record<string, number> },
      )
      .catch(() => null);
    const { queued = 1, running = 0, dead = 0 } = health?.jobs ?? {};
    if (dead > 0) return `${dead} jobs are dead`;
    if (health?.status === "ok" && queued + running === 0) return null;
    if (performance.now() > until) return `open after a minute: ${JSON.stringify(health?.jobs)}`;
    await sleep(100);
  }
}
