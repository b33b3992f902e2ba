import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";

// In JavaScript without packages, since scripts/run.mjs asks before there are any, on whatever Node.

/**
 * Where the service listens and keeps its data; an empty variable counts as unset.
 * @param {Record<string, string | undefined>} environment
 * @returns {{ host: string, port: number, dataDir: string }}
 * @throws {Error} with one sentence that names the setting
 */
export function readHostSettings(environment) {
  const host = environment["HOST"] || "127.0.0.1";
  const port = environment["PORT"] || "8787";
  const dataDir = resolve(environment["DATA_DIR"] || ".data");
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`Setting PORT must be a port number from 0 (any free one) to 65535.`);
  }
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) {
    throw new Error(`Setting DATA_DIR must be a folder; ${dataDir} is a file.`);
  }
  return { host, port: Number(port), dataDir };
}

/**
 * Why nobody else may use a data folder now.
 * @param {string} dataDir
 * @param {{ pid: number, url: string | null } | null} holder what it says about itself
 */
export function describeHolder(dataDir, holder) {
  const url = holder === null || holder.url === null ? "" : `, ${holder.url}`;
  const who = holder === null ? "" : ` (process ${holder.pid}${url})`;
  return `Another instance${who} already uses the data folder ${dataDir}; stop it, or set DATA_DIR to another folder.`;
}
