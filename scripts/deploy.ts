/**
 * `npm run deploy`: puts the Worker on Cloudflare. Databases and bucket are provisioned by
 * `wrangler deploy` itself; the queue has to be there before, the tables after.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeEdgeAuditKey } from "./edge-audit-key.ts";

const PROJECT = join(import.meta.dirname, "..");
const WRANGLER = join(PROJECT, "node_modules", "wrangler", "bin", "wrangler.js");
const KEY_FILE = join(PROJECT, ".data", "edge-audit.key");

function wrangler(...args: string[]): number {
  return spawnSync(process.execPath, [WRANGLER, ...args], { stdio: "inherit" }).status ?? 1;
}

// It fails where the queue exists already, which is as good.
wrangler("queues", "create", "tradecraft-jobs");
const secretsFile = makeEdgeAuditKey(WRANGLER, KEY_FILE);
const steps = [
  ["deploy", ...(secretsFile === null ? [] : ["--secrets-file", secretsFile])],
  ["d1", "migrations", "apply", "KNOWLEDGE_DB", "--remote"],
  ["d1", "migrations", "apply", "WORKSPACE_DB", "--remote"],
];
let status = 0;
for (const step of steps) {
  status ||= wrangler(...step);
}
if (secretsFile !== null) {
  rmSync(secretsFile);
  if (status === 0) console.log(`AUDIT_KEY was made; keep ${KEY_FILE} in a safe place.`);
}
process.exit(status);
