/**
 * Builds what is served, to .build: the Worker, as Cloudflare and workerd run it, and the Node
 * programs of the self-hosted service, each with what it imports, so that a start reads a few files
 * rather than hundreds. The fonts and the program of the reference page come first. Runs before a deploy (wrangler.toml) and before a start
 * that finds something newer in src, on whatever Node the machine has.
 */
import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { buildConsole } from "./build-console.mjs";
import { buildEvidenceApp } from "./build-evidence-app.mjs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { leaveOut } from "./bundle/leave-out.mjs";
import { startProgress } from "../src/selfhost/progress.mjs";
import { unpackFonts } from "./unpack-fonts.mjs";
import { unpackReference } from "./unpack-reference.mjs";
import { yamlForEsbuild } from "./yaml-modules.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const selfhost = join(project, "src", "selfhost");
const outdir = join(project, ".build");
/** Stands for the hash of the Worker until it is known. */
const BUILD_ID = "hash of the built Worker";

/** @type {import("esbuild").BuildOptions} */
const common = {
  absWorkingDir: project,
  bundle: true,
  format: "esm",
  // A single other character would make V8 keep two bytes for each of the whole file.
  charset: "ascii",
  // Names stay, for the stacks in the log.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
  plugins: [yamlForEsbuild, leaveOut],
};

// What the command line made of an earlier build.
for (const name of ["compile-cache", "in-process"]) {
  rmSync(join(outdir, name), { recursive: true, force: true });
}
await unpackFonts();
await unpackReference();
const progress = startProgress("Building the service");
const consoleBytes = await buildConsole(project);
await buildEvidenceApp(project);
await build({
  ...common,
  entryPoints: {
    main: join(selfhost, "main.ts"),
    cli: join(selfhost, "cli.ts"),
    reader: join(selfhost, "readers", "process.ts"),
  },
  outdir: join(outdir, "selfhost"),
  splitting: true,
  platform: "node",
  target: "node24",
  // Packages in CommonJS ask for Node's own modules by `require`, which modules do not have.
  banner: {
    js: `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`,
  },
});

// These run in workerd, each by itself.
await build({
  ...common,
  entryPoints: ["bucket", "control", "d1-binding", "database", "queue"].map((name) =>
    join(selfhost, "runtime", "workers", `${name}.ts`),
  ),
  platform: "browser",
  external: ["cloudflare:*", "cloudflare-internal:*"],
  target: "es2024",
  outdir: join(outdir, "selfhost", "workers"),
});

const { outputFiles } = await build({
  ...common,
  write: false,
  entryPoints: { worker: join(project, "src", "worker.ts") },
  outdir,
  platform: "browser",
  conditions: ["workerd", "worker", "browser"],
  external: ["node:*", "cloudflare:*"],
  target: "es2024",
  define: {
    "process.env.NODE_ENV": `"production"`,
    "process.env.BUILD_ID": JSON.stringify(BUILD_ID),
  },
});
// What was made by other code is told by the hash of this one (src/sharing/exports/export-session.ts).
const [worker] = outputFiles;
const hash = createHash("sha256").update(worker.contents).digest("hex");
// Last: scripts/run.mjs tells by its time when all was built.
writeFileSync(worker.path, worker.text.replaceAll(BUILD_ID, hash));
progress.end();
const kilobytes = Math.round(consoleBytes / 1000);
process.stderr.write(
  `The pages load ${kilobytes} KB of JavaScript, gzipped, before the first one.\n`,
);
