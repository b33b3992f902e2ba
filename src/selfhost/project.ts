import { join } from "node:path";

/** The project's own folder. */
export const PROJECT = join(import.meta.dirname, "..", "..");

/** Where `wrangler deploy --dry-run` leaves the Worker: the same one that Cloudflare would run. */
export const WORKER_SCRIPT = join(PROJECT, ".build", "worker.js");
