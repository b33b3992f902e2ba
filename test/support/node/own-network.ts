import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "..", "..", "..");
const APART = ["--map-root-user", "--mount", "--net"];

/** Whether the system lets a test have a network of its own: Linux with user namespaces and `ip`. */
export function hasOwnNetwork(): boolean {
  return spawnSync("unshare", [...APART, "ip", "link", "set", "lo", "up"]).status === 0;
}

/**
 * Runs a program in a network that has nothing but a loopback device, with these addresses on it and
 * a hosts file of its own; the machine's stay as they are. Answers what the program printed.
 * @param hostsFile is shared with the program, which may rewrite it
 */
export async function runInOwnNetwork(
  program: string,
  addresses: readonly string[],
  hostsFile: string,
  hosts: string,
  args: readonly string[],
): Promise<string> {
  writeFileSync(hostsFile, hosts);
  const prepare = [
    "ip link set lo up",
    // Without the check for duplicates, which would keep an address from use for a while.
    ...addresses.map((one) => `ip addr add ${one} dev lo${one.includes(":") ? " nodad" : ""}`),
    `mount --bind "$1" /etc/hosts`,
    "shift",
    `exec "$@"`,
  ].join(" && ");
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", program, ...args];
  const child = spawn("unshare", [...APART, "sh", "-c", prepare, "sh", hostsFile, ...command], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => (printed += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${printed}`);
  return printed;
}
