import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join, relative, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { CliError } from "../../exchange/cli/cli-error.ts";
import { type TarFile, writeTar } from "../../formats/tar/write-tar.ts";
import { findRunningInstance } from "../data-folder.ts";
import { createPrivately } from "../private-files.ts";
import { ControlClient } from "../runtime/control-client.ts";
import { filesOf, takeSnapshot } from "./snapshot.ts";

const MIB = 1024 * 1024;

/**
 * Writes all that a data folder holds to one archive, also while the service runs on it, and reads
 * it again to see that it is what was to be written.
 * @returns a sentence about what was written
 * @throws CliError with what to do
 */
export async function backUp(dataDir: string, file: string): Promise<string> {
  const folder = resolve(dataDir);
  const target = resolve(file);
  if (!existsSync(join(folder, "d1"))) {
    throw new CliError(`${folder} is no data folder of Tradecraft. Name it with --data-dir.`);
  }
  if (!relative(folder, target).startsWith("..")) {
    throw new CliError(
      "A backup in its own data folder would be lost with it. Name a file elsewhere.",
    );
  }
  if (existsSync(target)) throw new CliError(`${target} exists already. Name a new file.`);
  createPrivately();
  const staging = join(folder, `backup-${process.pid}`);
  const part = `${target}.part`;
  try {
    await takeSnapshot(folder, staging, gateOf(folder));
    const written = await writeArchive(staging, part);
    if ((await hashOfArchive(part)) !== written.sha256) {
      throw new Error("What was written reads differently. Check the disk, and try again.");
    }
    renameSync(part, target);
    const size = Math.ceil(statSync(target).size / MIB);
    return `${target} has ${written.count} files (${size} MiB) of ${folder}, and reads as it was written.`;
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    rmSync(part, { force: true });
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The gate of the service that runs on a folder; null when none does. */
function gateOf(folder: string): ControlClient | null {
  if (findRunningInstance(folder) === null) return null;
  const socket = join(folder, "run", "control.sock");
  if (existsSync(socket)) return new ControlClient(socket);
  throw new Error(
    "The running service cannot be asked to pause, because the path of its folder is too long for a socket. Stop it first.",
  );
}

/** Packs a folder. Returns the hash of the archive before it was compressed. */
async function writeArchive(folder: string, part: string) {
  const paths = filesOf(folder);
  const hash = createHash("sha256");
  const tar = writeTar(Readable.from(paths.map((path) => tarFile(folder, path))));
  const hashed = async function* () {
    for await (const chunk of tar) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(
    hashed,
    createGzip({ level: 6 }),
    createWriteStream(part, { flags: "wx", flush: true }),
  );
  return { count: paths.length, sha256: hash.digest("hex") };
}

function tarFile(folder: string, path: string): TarFile {
  const { size, mtimeMs } = statSync(join(folder, path));
  // An iterable of its own, because a stream would open all files at a time.
  const chunks = {
    [Symbol.asyncIterator]: () => createReadStream(join(folder, path))[Symbol.asyncIterator](),
  };
  return { name: path, content: { size, chunks }, modified: mtimeMs / 1000 };
}

async function hashOfArchive(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), createGunzip(), hash);
  return hash.digest("hex");
}
