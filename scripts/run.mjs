/**
 * Sets up what is missing, on whatever Node (20 or newer) the machine has, and then runs a program
 * of the project on the Node that comes with it: `node scripts/run.mjs [--keep] <build|install|all> [program ...]`.
 * `build` is what users need: a build, and the packages that it is made with. `install` is all packages,
 * developers' tools included, and `all` is both. With `--keep` the program is the service, which is started
 * again when it dies.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt, isInstalled } from "./set-up/is-set-up.mjs";
import { runProgram } from "./set-up/run-program.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const given = process.argv.slice(2);
const isService = given[0] === "--keep";
const [needs, program, ...args] = isService ? given.slice(1) : given;
const needsTools = needs !== "build";
const needsBuild = needs !== "install";

if (!isInstalled(project, needsTools) || (needsBuild && !isBuilt(project))) {
  // Loaded only then, for most starts have nothing to set up.
  const { setUp } = await import("./set-up/set-up.mjs");
  await setUp(project, { needsTools, needsBuild, isService }).catch((error) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}
if (program !== undefined) runProgram(project, program, args, isService);
