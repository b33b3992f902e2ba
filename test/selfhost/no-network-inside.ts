/**
 * Starts the service for the first time where there is no network (see `no-network.test.ts`), works with it, and
 * prints how often something tried to leave: before and after it was asked to.
 */
import { readFileSync } from "node:fs";
import { sendJson } from "../support/node/collection.ts";
import { scaled, waitFor } from "../support/node/machine.ts";
import { analyse, startService, temporaryFolder } from "../support/node/service.ts";

/** What the test reads. */
export interface Attempts {
  /** By the first start, its work and a while without any. */
  unasked: number;
  /** By a sync that was asked for: proof that attempts are seen. */
  asked: number;
  analyses: number[];
}

/** Longer than the service's tick, which finds what is due. */
const QUIET_MS = 35_000;

/** Connections and datagrams, lookups of names among them, for which the kernel found no way out. */
function countAttempts(): number {
  const [names = "", values = ""] =
    readFileSync("/proc/net/snmp", "utf8").match(/^Ip: .*$/gm) ?? [];
  const at = names.split(" ").indexOf("OutNoRoutes");
  const [, six = "0"] =
    /^Ip6OutNoRoutes\s+(\d+)$/m.exec(readFileSync("/proc/net/snmp6", "utf8")) ?? [];
  return Number(values.split(" ")[at]) + Number(six);
}

const folder = temporaryFolder();
const started = Date.now();
const service = await startService(folder.path);
const file = new File([readFileSync("examples/report.pdf")], "report.pdf");
const analyses = [
  await analyse(service.url, { file }),
  await analyse(service.url, { text: "The actor (198.51.100.7, evil.example.org) used T1566." }),
].map(({ status }) => status);
for (const path of ["/", "/docs", "/openapi.json", "/metrics", "/api/health"])
  await (await fetch(`${service.url}${path}`)).arrayBuffer();
await waitFor("a tick", async () => (Date.now() - started > scaled(QUIET_MS) ? true : null));
const unasked = countAttempts();
await sendJson(`${service.url}/api/sync/trigger`, {});
const asked = await waitFor("the sync", async () => {
  const more = countAttempts() - unasked;
  return more > 0 ? more : null;
});
await service.stop();
folder.remove();
console.log(JSON.stringify({ unasked, asked, analyses } satisfies Attempts));
