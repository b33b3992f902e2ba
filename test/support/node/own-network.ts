import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "..", "..", "..");
const APART = ["--map-root-user", "--mount", "--net"];

/** Whether the system lets a test have a network of its own: Linux with user namespaces and `ip`. */
export function hasOwnNetwork(): boolean {
  return spawnSync("unshare", [...APART, "ip", "link", "set", "lo", "up"]).status === 0;
}

/** A network of its own. */
interface OwnNetwork {
  /** Addresses on its loopback device; there is no other device. */
  addresses: readonly string[];
  /** The file that is its hosts file, and what it holds at first; the program may rewrite it. */
  hostsFile: string;
  hosts: string;
}

/** Nobody answers there (RFC 5737), so a lookup of a name leaves the machine, wherever it would go otherwise. */
const RESOLVER = "nameserver 192.0.2.53\n";

/**
 * Runs a program in a network of its own; the machine's stays as it is. Answers what the program printed.
 */
export async function runInOwnNetwork(
  program: string,
  { addresses, hostsFile, hosts }: OwnNetwork,
  args: readonly string[],
): Promise<string> {
  writeFileSync(hostsFile, hosts);
  const resolverFile = `${hostsFile}-resolver`;
  writeFileSync(resolverFile, RESOLVER);
  const prepare = [
    "ip link set lo up",
    // Without the check for duplicates, which would keep an address from use for a while.
    ...addresses.map((one) => `ip addr add ${one} dev lo${one.includes(":") ? " nodad" : ""}`),
    `mount --bind "$1" /etc/hosts`,
    `mount --bind "$2" /etc/resolv.conf`,
    "shift 2",
    `exec "$@"`,
  ].join(" && ");
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", program, ...args];
  const mounted = [hostsFile, resolverFile];
  const child = spawn("unshare", [...APART, "sh", "-c", prepare, "sh", ...mounted, ...command], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => (printed += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${printed}`);
  return printed;
}
