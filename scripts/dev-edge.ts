/**
 * `npm run dev:edge`: serves the Worker by `wrangler dev`, on this machine alone. What a deploy and
 * the crons do on Cloudflare happens here first: an audit key, migrations, the shipped release.
 */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { START_CRON } from "../src/crons.ts";
import { readHostSettings } from "../src/selfhost/host-settings.mjs";
import { requireFreePort } from "../src/selfhost/require-free-port.mjs";
import { ensureAuditKey } from "./edge/audit-key.ts";
import { migrateDatabases, PROJECT, WRANGLER, WranglerFailure } from "./edge/wrangler.ts";

const HOST = "127.0.0.1";
/** Next to the data of `wrangler dev`, whose trail the key is for. */
const KEY_FILE = join(PROJECT, ".wrangler", "audit.key");
const SECRETS_FILE = `${KEY_FILE}.env`;
/** Further settings, where the developer has any. */
const VARS_FILE = join(PROJECT, ".dev.vars");
const POLL_MS = 250;

try {
  const { port } = readHostSettings(process.env);
  await requireFreePort(HOST, port);
  writeFileSync(SECRETS_FILE, `AUDIT_KEY=${ensureAuditKey(KEY_FILE)}\n`, { mode: 0o600 });
  migrateDatabases("--local");
  startWrangler(port);
  const url = `http://${HOST}:${port}`;
  await waitFor(`${url}/api/health`);
  await fetch(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(START_CRON)}`);
  await waitFor(`${url}/api/health`, 200);
  console.log(`The service is ready on ${url}`);
} catch (error) {
  console.error(error instanceof WranglerFailure ? error.output : (error as Error).message);
  process.exitCode = 1;
}

/** Its end is ours, and our signals are its. */
function startWrangler(port: number): void {
  const listen = ["--ip", HOST, "--port", String(port)];
  const files = [SECRETS_FILE, VARS_FILE].filter((file) => existsSync(file));
  const settings = files.flatMap((file) => ["--env-file", file]);
  const wrangler = spawn(process.execPath, [WRANGLER, "dev", ...listen, ...settings], {
    cwd: PROJECT,
    stdio: "inherit",
  });
  wrangler.on("exit", (code) => process.exit(code ?? 1));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => wrangler.kill(signal));
  }
}

/** Waits until an address answers, with a given status if there is one. */
async function waitFor(address: string, status?: number): Promise<void> {
  for (;;) {
    const response = await fetch(address).catch(() => null);
    if (response !== null && (status ?? response.status) === response.status) return;
    await sleep(POLL_MS);
  }
}
