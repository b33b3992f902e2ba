import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { readTar } from "../../src/formats/tar/read-tar.ts";
import type { LockedPackage } from "./platforms.ts";

/**
 * Fetches a package, for whatever platform it is, and returns files of it.
 * @param names paths in the package
 * @throws Error when the archive has another hash, or lacks a file
 */
export async function fetchPackage(
  folder: string,
  { name, version, integrity }: LockedPackage,
  names: readonly string[],
): Promise<Map<string, Uint8Array>> {
  mkdirSync(folder, { recursive: true });
  const options = ["--silent", "--prefer-offline", "--pack-destination", folder];
  const printed = execFileSync("npm", ["pack", ...options, `${name}@${version}`], {
    encoding: "utf8",
  });
  const archive = join(folder, printed.trim());
  const hash = createHash("sha512").update(readFileSync(archive)).digest("base64");
  if (`sha512-${hash}` !== integrity) {
    throw new Error(`${name}@${version} is not what is locked: its hash is sha512-${hash}.`);
  }
  return await readFiles(archive, names);
}

async function readFiles(archive: string, names: readonly string[]) {
  const fail = () => new Error(`${archive} is damaged.`);
  const files = new Map<string, Uint8Array>();
  for await (const entry of readTar(createReadStream(archive).pipe(createGunzip()), fail)) {
    const name = entry.name.replace(/^package\//, "");
    if (names.includes(name)) files.set(name, await entry.read());
  }
  const missing = names.find((name) => !files.has(name));
  if (missing !== undefined) throw new Error(`${archive} has no ${missing}.`);
  return files;
}
