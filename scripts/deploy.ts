/**
 * `npm run deploy`: puts the Worker on Cloudflare. Databases and bucket are provisioned by
 * `wrangler deploy` itself; the queue has to be there before, the tables after.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const WRANGLER = join(import.meta.dirname, "..", "node_modules", "wrangler", "bin", "wrangler.js");

function wrangler(...args: string[]): number {
  return spawnSync(process.execPath, [WRANGLER, ...args], { stdio: "inherit" }).status ?? 1;
}

// It fails where the queue exists already, which is as good.
wrangler("queues", "create", "tradecraft-jobs");
const steps = [
  ["deploy"],
  ["d1", "migrations", "apply", "KNOWLEDGE_DB", "--remote"],
  ["d1", "migrations", "apply", "WORKSPACE_DB", "--remote"],
];
for (const step of steps) {
  const status = wrangler(...step);
  if (status !== 0) process.exit(status);
}
