/**
 * Runs the service beside a canary, in a network where addresses of every kind lead to that canary
 * (see `walls.long.test.ts`), and prints what became of each source and where connections arrived.
 */
import { writeFileSync } from "node:fs";
import { PRIVATE_HOSTS } from "../support/private-hosts.ts";
import { Canary } from "../support/node/canary.ts";
import { addSource, runSource } from "../support/node/collection.ts";
import { startService, preparedFolder } from "../support/node/service.ts";

/** What the test reads. */
export interface Observed {
  /** By URL: how the run ended, or why. */
  outcomes: Record<string, string>;
  /** Connections that arrived, by address. */
  arrivals: Record<string, number>;
}

const AT_ONCE = 6;
const [hostsFile = "", names = "[]", publicHost = "", allow = "false", turning = ""] =
  process.argv.slice(2);
const targets = JSON.parse(names) as string[];

async function observe(): Promise<Observed> {
  const folder = preparedFolder();
  const service = await startService(folder.path, { ALLOW_PRIVATE_SOURCES: allow });
  const canary = new Canary();
  await canary.listen();
  const outcomes: Record<string, string> = {};
  const poll = async (url: string, label: string) => {
    const run = await runSource(service.url, await addSource(service.url, url));
    outcomes[label] = run.error ?? run.status;
  };
  const at = (host: string, path = "") => `http://${host}:${canary.port}/${path}`;
  const asked = [
    ...targets.map((name) => ({ url: at(name), label: name })),
    ...[...targets, ...PRIVATE_HOSTS].map((host) => ({
      url: at(publicHost, `to/${encodeURIComponent(at(host))}`),
      label: `redirect to ${host}`,
    })),
  ];
  const worker = async () => {
    for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
      await poll(next.url, next.label);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (turning !== "") {
    const id = await addSource(service.url, at(turning));
    outcomes["before the turn"] = (await runSource(service.url, id)).status;
    writeFileSync(hostsFile, `127.0.0.1 ${turning}\n::1 ${turning}\n`);
    const { error, status } = await runSource(service.url, id);
    outcomes["after the turn"] = error ?? status;
  }
  canary.close();
  await service.stop();
  folder.remove();
  return { outcomes, arrivals: Object.fromEntries(canary.arrivals) };
}

console.log(JSON.stringify(await observe()));
