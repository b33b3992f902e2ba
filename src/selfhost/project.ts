import { join } from "node:path";

/** The root folder of the project. */
export const PROJECT = join(import.meta.dirname, "..", "..");

/** The output of scripts/build.mjs, and files derived from it. */
export const BUILD = join(PROJECT, ".build");

/** The Node programs and the small helper workers built by scripts/build.mjs. */
export const PROGRAMS = join(BUILD, "selfhost");

/** The Worker built by scripts/build.mjs: the same file that Cloudflare runs. */
export const WORKER_SCRIPT = join(BUILD, "worker.js");

/** workerd in a release archive (scripts/release). A checkout does not have it. */
export const RELEASED_WORKERD = join(PROJECT, "bin", "workerd");
