/**
 * Starts the service for the first time where there is no network (see `no-network.test.ts`), works with it, and
 * prints how often something tried to leave: before and after it was asked to.
 */
import { readFileSync } from "node:fs";
import { sendJson } from "../support/node/collection.ts";
import { waitFor } from "../support/node/machine.ts";
import { analyse, startService, temporaryFolder } from "../support/node/service.ts";

/** What the test reads. */
export interface Attempts {
  /** By the first start, with the work of every cron, and by analyses. */
  unasked: number;
  /** By a sync that was asked for: proof that attempts are seen. */
  asked: number;
  analyses: number[];
}

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
const service = await startService(folder.path);
const file = new File([readFileSync("examples/report.pdf")], "report.pdf");
const analyses = [
  await analyse(service.url, { file }),
  await analyse(service.url, { text: "The actor (198.51.100.7, evil.example.org) used T1566." }),
].map(({ status }) => status);
for (const path of ["/", "/docs", "/openapi.json", "/metrics", "/api/health"])
  await (await fetch(`${service.url}${path}`)).arrayBuffer();
const unasked = countAttempts();
await sendJson(`${service.url}/api/sync/trigger`, {});
const asked = await waitFor("the sync", async () => {
  const more = countAttempts() - unasked;
  return more > 0 ? more : null;
});
await service.stop();
folder.remove();
console.log(JSON.stringify({ unasked, asked, analyses } satisfies Attempts));
