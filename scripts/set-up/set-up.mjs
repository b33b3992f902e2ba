import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install } from "./install.mjs";
import { isBuilt, isInstalled } from "./is-set-up.mjs";
import { requireStartable } from "./require-startable.mjs";

/**
 * Installs and builds what is missing.
 * @param needsTools whether a developer's tool follows
 * @param isService whether the service follows; what would stop it is told before anything is done
 * @throws Error with one sentence that says what to do
 */
export async function setUp(project, { needsTools, needsBuild, isService }) {
  if (isService) await requireStartable(process.env);
  if (!isInstalled(project, needsTools)) await install(project, needsTools);
  if (!needsBuild || isBuilt(project)) return;
  // The other settings are known once the packages are there.
  if (isService) runScript(project, "scripts/check-settings.ts");
  runScript(project, "scripts/build.mjs");
}

/**
 * Runs a program of the set-up on the Node of the project; it prints on stderr, since the first line
 * on stdout is the URL. Ends this program when it fails, after its own words.
 */
function runScript(project, path) {
  const node = join(project, "node_modules", ".bin", "node");
  const { status } = spawnSync(node, [join(project, path)], {
    cwd: project,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
