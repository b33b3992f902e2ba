import { spawn } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { temporaryFolder } from "./service.ts";
import { RUN_VARIABLE, temporaryRoot } from "./test-run.ts";

const PROJECT = join(import.meta.dirname, "..", "..", "..");
/** What a test may change; the rest of the project is shared. */
const COPIED = ["migrations", "package.json", "package-lock.json", "scripts", "wrangler.toml"];
const SHARED = ["node_modules", "src", "examples"];
const BUILT = [".build", "assets"];
/** By these a build counts as done; their contents do not matter to what is not served. */
const SMALL_BUILD = {
  "assets/console/index.html": "<!doctype html>",
  "assets/fonts/catalogue.json": "[]",
  "assets/reference/scalar.version": "1",
  ".build/worker.js": `export default { fetch: () => new Response("small") };`,
};

/** A checkout of the project with data of its own, in which npm scripts run. */
export interface ProjectCopy {
  path: string;
  remove(): void;
}

/** Copies the project as it was built, or with a Worker and assets that take no time to upload. */
export function copyProject(build: "real" | "small"): ProjectCopy {
  const folder = temporaryFolder();
  for (const name of COPIED) {
    // With its times, by which a build knows that it is up to date.
    const options = { recursive: true, preserveTimestamps: true };
    cpSync(join(PROJECT, name), join(folder.path, name), options);
  }
  const shared = build === "real" ? [...SHARED, ...BUILT] : SHARED;
  for (const name of shared) symlinkSync(join(PROJECT, name), join(folder.path, name));
  for (const [name, contents] of Object.entries(build === "real" ? {} : SMALL_BUILD)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), contents);
  }
  return folder;
}

/** Starts an npm script where wrangler asks nobody on the internet and keeps its files to itself. */
export function startScript({ path }: ProjectCopy, name: string, environment: NodeJS.ProcessEnv) {
  return spawn("npm", ["run", "--silent", name], {
    cwd: path,
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, which can be killed as a whole.
    detached: true,
    env: {
      PATH: process.env["PATH"],
      HOME: path,
      TMPDIR: temporaryRoot(),
      [RUN_VARIABLE]: process.env[RUN_VARIABLE],
      // Each start of wrangler would compile its 15 MB again.
      NODE_COMPILE_CACHE: join(temporaryRoot(), "compiled"),
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      ...environment,
    },
  });
}

/** Runs an npm script to its end. */
export async function runScript(copy: ProjectCopy, name: string, environment: NodeJS.ProcessEnv) {
  const run = startScript(copy, name, environment);
  const ended = new Promise<number | null>((resolve) => run.once("exit", resolve));
  const [stdout, stderr, code] = await Promise.all([text(run.stdout), text(run.stderr), ended]);
  return { stdout, stderr, code };
}
