import { join } from "node:path";

/** The project's own folder. */
export const PROJECT = join(import.meta.dirname, "..", "..");

/** The Node programs and the small workers beside the Worker, as scripts/build.mjs leaves them. */
export const PROGRAMS = join(PROJECT, ".build", "selfhost");

/** The Worker, as scripts/build.mjs leaves it: the same file that Cloudflare runs. */
export const WORKER_SCRIPT = join(PROJECT, ".build", "worker.js");
