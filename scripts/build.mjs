/**
 * Builds what is served, to .build: the Worker, as Cloudflare and workerd run it, and the Node
 * programs of the self-hosted service, each with what it imports, so that a start reads a few files
 * rather than hundreds. The fonts come first. Runs before a deploy (wrangler.toml) and before a start
 * that finds something newer in src, on whatever Node the machine has.
 */
import { createHash } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { buildConsole } from "./build-console.mjs";
import { buildEvidenceApp } from "./build-evidence-app.mjs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { leaveOut } from "./bundle/leave-out.mjs";
import { startProgress } from "../src/selfhost/progress.mjs";
import { FONT_FILES, unpackFonts } from "./unpack-fonts.mjs";
import { yamlForEsbuild } from "./yaml-modules.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const selfhost = join(project, "src", "selfhost");
const outdir = join(project, ".build");
/** The folder of a package in the path of one of its files; packages may lie in others. */
const PACKAGE_FOLDER = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/;
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
  metafile: true,
  plugins: [yamlForEsbuild, leaveOut],
};

// What the command line made of an earlier build.
for (const name of ["compile-cache", "in-process"]) {
  rmSync(join(outdir, name), { recursive: true, force: true });
}
await unpackFonts();
const progress = startProgress("Building the service");
const pages = await buildConsole(project);
const evidenceApp = await buildEvidenceApp(project);
const programs = await build({
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

removeOthers(join(outdir, "selfhost"), programs.metafile);

// These run in workerd, each by itself. One whose source is gone must not stay.
rmSync(join(outdir, "selfhost", "workers"), { recursive: true, force: true });
const workers = await build({
  ...common,
  entryPoints: ["bucket", "control", "d1-binding", "database", "entrance", "queue"].map((name) =>
    join(selfhost, "runtime", "workers", `${name}.ts`),
  ),
  platform: "browser",
  external: ["cloudflare:*", "cloudflare-internal:*"],
  target: "es2024",
  outdir: join(outdir, "selfhost", "workers"),
});

const { outputFiles, metafile } = await build({
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
writeBundled([
  ...FONT_FILES,
  ...pages.modules,
  ...[evidenceApp, programs.metafile, workers.metafile, metafile].flatMap(inputsOf),
]);
const hash = createHash("sha256").update(worker.contents).digest("hex");
// Last: scripts/run.mjs tells by its time when all was built.
writeFileSync(worker.path, worker.text.replaceAll(BUILD_ID, hash));
progress.end();
const kilobytes = Math.round(pages.firstBytes / 1000);
process.stderr.write(
  `The pages load ${kilobytes} KB of JavaScript, gzipped, before the first one.\n`,
);

/** Removes the chunks of earlier builds, whose names are made of their content. */
function removeOthers(folder, { outputs }) {
  const isOurs = (name) => Object.hasOwn(outputs, relative(project, join(folder, name)));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && !isOurs(entry.name)) rmSync(join(folder, entry.name));
  }
}

/** The files that have a part in what a build wrote. */
function inputsOf({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0),
  );
}

/** Notes the packages that are served, for the licenses of a release (scripts/release). */
function writeBundled(files) {
  const folders = files.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []);
  const sorted = [...new Set(folders)].sort((one, other) => (one < other ? -1 : 1));
  writeFileSync(join(outdir, "packages.json"), `${JSON.stringify(sorted, null, 2)}\n`);
}
