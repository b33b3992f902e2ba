import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CliError } from "../../exchange/cli/cli-error.ts";
import { findRunningInstance } from "../data-folder.ts";
import { createPrivately } from "../private-files.ts";
import { ControlClient } from "../runtime/control-client.ts";
import type { Content } from "./archive-format.ts";
import { isKey } from "./keys.ts";
import { withCleanUp } from "./clean-up.ts";
import { readArchive } from "./read-archive.ts";
import { filesOf, SNAPSHOT, takeSnapshot } from "./snapshot.ts";
import { isScheduled } from "./stored-backups.ts";
import { syncName } from "./sync.ts";
import { takeWorkFolder } from "./work-folder.ts";
import { type Packed, writeArchive } from "./write-archive.ts";

const MIB = 1024 * 1024;

/** The data folder of a backup, and the files to write. */
export interface Wanted {
  dataDir: string;
  file: string;
  /** A separate archive for the keys; null to include them in the first. */
  keysFile: string | null;
}

/**
 * Writes a data folder to one archive, or its keys to another. The service may run at the same time. Reads each
 * archive again to check what was written.
 * @returns a sentence about each archive
 * @throws CliError with what to do
 */
export async function backUp({ dataDir, file, keysFile }: Wanted): Promise<string[]> {
  const folder = resolve(dataDir);
  const targets = [file, ...(keysFile === null ? [] : [keysFile])].map((path) => resolve(path));
  if (!existsSync(join(folder, "d1"))) {
    throw new CliError(`${folder} is not a data folder of Tradecraft. Name one with --data-dir.`);
  }
  if (targets[0] === targets[1]) {
    throw new CliError("The keys need a separate archive. Name another file with --keys.");
  }
  for (const target of targets) requireNew(folder, target);
  createPrivately();
  try {
    return await withSnapshot(folder, async (snapshot) => {
      const createdAt = new Date();
      const paths = filesOf(snapshot).sort((a, b) => rankOf(a) - rankOf(b));
      const packed = (content: Content, chosen: string[]) => {
        return { folder: snapshot, paths: chosen, content, createdAt };
      };
      const [archive = "", keysArchive] = targets;
      if (keysArchive === undefined) return await writeWhole([[archive, packed("all", paths)]]);
      const others = paths.filter((path) => !isKey(path));
      return await writeWhole([
        [archive, packed("all-but-keys", others)],
        [keysArchive, packed("keys", paths.filter(isKey))],
      ]);
    });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function requireNew(folder: string, target: string): void {
  if (!relative(folder, target).startsWith("..")) {
    throw new CliError(
      "A backup in its own data folder would be lost with it. Name a file elsewhere.",
    );
  }
  if (existsSync(target)) throw new CliError(`${target} exists already. Name a new file.`);
}

/** Databases first: they determine which other files a check needs. */
function rankOf(path: string): number {
  return path.endsWith(".sqlite") ? 0 : 1;
}

async function withSnapshot<T>(folder: string, use: (snapshot: string) => Promise<T>): Promise<T> {
  const work = takeWorkFolder(join(folder, SNAPSHOT));
  if (work === null)
    throw new Error(`Another backup of ${folder} is in progress. Wait until it ends.`);
  return await withCleanUp(work.remove, async () => {
    await takeSnapshot(folder, work.path, gateOf(folder));
    return await use(work.path);
  });
}

/** Returns the gate of the service that runs on a folder; null if none runs. */
function gateOf(folder: string): ControlClient | null {
  if (findRunningInstance(folder) === null) return null;
  const socket = join(folder, "run", "control.sock");
  if (existsSync(socket)) return new ControlClient(socket);
  throw new Error(
    "The running service cannot pause for a backup, because the path of its folder is too long for a socket. Stop it first.",
  );
}

/**
 * Writes archives next to their targets, and renames all of them once they read as they were written.
 * @returns a sentence about each
 */
async function writeWhole(archives: readonly (readonly [string, Packed])[]): Promise<string[]> {
  const works = archives.map(([target, packed]) => {
    return { target, packed, part: `${target}.${randomBytes(4).toString("hex")}.part` };
  });
  const unfinished = new Set(works.map(({ part }) => part));
  const remove = () => {
    for (const path of unfinished) rmSync(path, { force: true });
  };
  return await withCleanUp(remove, async () => {
    const sentences: string[] = [];
    for (const { target, packed, part } of works) {
      removeLeft(target);
      await writeArchive(packed, part);
      const { files } = await readArchive(part, { file: readThrough });
      const size = Math.ceil(statSync(part).size / MIB);
      sentences.push(
        `${target} has ${files} ${WORDS[packed.content]} (${size} MiB), and reads as it was written.`,
      );
    }
    // The keys first, as an archive without them cannot prove its trail. Neither stays without the other.
    for (const { target, part } of works.toReversed()) {
      renameSync(part, target);
      unfinished.add(target);
    }
    for (const { target } of works) syncName(target);
    unfinished.clear();
    return sentences;
  });
}
const WORDS = { all: "files", "all-but-keys": "files and no keys", keys: "keys" };

/** Removes unfinished archives of killed backups to this file. No other backup of the data folder runs. */
function removeLeft(target: string): void {
  const [folder, name] = [dirname(target), basename(target)];
  for (const found of readdirSync(folder)) {
    const whole = found.replace(PART, "");
    // Each scheduled backup has another name.
    const isSame = whole === name || (isScheduled(whole) && isScheduled(name));
    if (isSame && found !== whole) rmSync(join(folder, found), { force: true });
  }
}
const PART = /\.[0-9a-f]{8}\.part$/;

async function readThrough(_path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}
