import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The programs of others that speak the protocol; installed below `.build`, for nobody else needs them. */
const PACKAGES = [
  "@modelcontextprotocol/conformance@0.2.0-alpha.12",
  "@modelcontextprotocol/inspector@2.12.0",
  "@modelcontextprotocol/sdk@1.32.2",
];

export interface Clients {
  folder: string;
  /** Runs the conformance suite; answers what it printed, and whether it was content. */
  judge(...args: string[]): Promise<{ isContent: boolean; output: string }>;
  /** Runs the command line of the Inspector on a server. */
  inspect(url: string, ...args: string[]): Promise<string>;
}

/** Installs the clients. */
export async function installClients(folder: string): Promise<Clients> {
  mkdirSync(folder, { recursive: true });
  await run("npm", [
    "install",
    "--save-exact",
    "--ignore-scripts",
    "--prefix",
    folder,
    ...PACKAGES,
  ]);
  const ask = async (name: string, args: string[]) =>
    await run(process.execPath, [join(folder, "node_modules", ".bin", name), ...args], {
      maxBuffer: 2 ** 26,
    });
  return {
    folder,
    judge: async (...args) => {
      try {
        const { stdout } = await ask("conformance", ["server", ...args]);
        return { isContent: true, output: stdout };
      } catch (error) {
        const { stdout = "" } = error as { stdout?: string };
        return { isContent: false, output: stdout };
      }
    },
    inspect: async (url, ...args) =>
      (await ask("mcp-inspector", ["--cli", url, "--transport", "http", ...args])).stdout,
  };
}
