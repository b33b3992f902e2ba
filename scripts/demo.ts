/**
 * `npm run demo [-- --port 9000]`: fills a fresh folder with reports, rules and log sources that are
 * written for it, and serves it until Ctrl-C. The user's own data folder is not touched.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findRunningInstance } from "../src/selfhost/data-folder.ts";
import { readHostSettings } from "../src/selfhost/host-settings.mjs";
import { requireFreePort } from "../src/selfhost/require-free-port.mjs";
import { fillDemo } from "./demo/fill.ts";
import { serveSite } from "./demo/site.ts";
import { startService } from "./demo/start-service.ts";
import { whatToLookAt } from "./demo/what-to-look-at.ts";

const HOST = "127.0.0.1";
const FOLDER = join(import.meta.dirname, "..", ".demo");

try {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const { port } = readHostSettings({ PORT: values.port ?? process.env["PORT"] });
  await requireFreePort(HOST, port);
  const running = findRunningInstance(FOLDER);
  if (running !== null) throw new Error(`A demo already runs on ${running.url}; stop it first.`);
  rmSync(FOLDER, { recursive: true, force: true });
  const started = performance.now();
  const site = await serveSite();
  const url = await startService({ HOST, PORT: String(port), DATA_DIR: FOLDER });
  console.error("Filling the demo ...");
  const made = await fillDemo(url, site.url);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(whatToLookAt(url, made, seconds));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  // Ends the service as well: it stops when its parent is gone.
  process.exit(1);
}
