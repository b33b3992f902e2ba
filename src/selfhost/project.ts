import { join } from "node:path";

/** The project's own folder. */
export const PROJECT = join(import.meta.dirname, "..", "..");

/** What scripts/build.mjs makes, and what is made from it. */
export const BUILD = join(PROJECT, ".build");

/** The Node programs and the small workers beside the Worker, as scripts/build.mjs leaves them. */
export const PROGRAMS = join(BUILD, "selfhost");

/** The Worker, as scripts/build.mjs leaves it: the same file that Cloudflare runs. */
export const WORKER_SCRIPT = join(BUILD, "worker.js");

/** workerd, where this is a release archive (scripts/release); it is not there in a checkout. */
export const RELEASED_WORKERD = join(PROJECT, "bin", "workerd");
