import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeHolder, readHostSettings } from "../../src/selfhost/host-settings.mjs";
import { requireFreePort } from "../../src/selfhost/require-free-port.mjs";

/**
 * Finds out before anything is set up what would stop the service, as far as that can be told
 * without packages: a bad setting, a taken port, an instance that runs and would lose its packages.
 * @throws Error with one sentence that says what to do
 */
export async function requireStartable(environment) {
  const { host, port, dataDir } = readHostSettings(environment);
  const previous = readInstance(dataDir);
  if (previous === null) return await requireFreePort(host, port);
  // What an instance that was killed left at work may hold the port; the service ends it first.
  if (isRunning(previous.pid) && !(await isFree(previous.url))) {
    throw new Error(describeHolder(dataDir, previous));
  }
}

/** What the instance that uses or used a data folder says about itself. */
function readInstance(dataDir) {
  try {
    return JSON.parse(readFileSync(join(dataDir, "instance.json"), "utf8"));
  } catch {
    return null;
  }
}

/** Whether a process has this id, be it ours or not. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Whether nobody listens at the address; after a restart of the machine another may have the id. */
async function isFree(url) {
  const { hostname, port } = new URL(url);
  return await requireFreePort(hostname.replace(/[[\]]/g, ""), Number(port)).then(
    () => true,
    () => false,
  );
}
