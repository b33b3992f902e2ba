import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { CliError } from "../../exchange/cli/cli-error.ts";
import { createPrivately } from "../private-files.ts";
import type { ArchiveHead, Content } from "./archive-format.ts";
import { checkContents } from "./check-contents.ts";
import { extract } from "./extract.ts";
import { syncFolder } from "./sync-folder.ts";
import { takeWorkFolder } from "./work-folder.ts";

const MIB = 1024 * 1024;

/** What is restored, and where to. */
export interface Restoration {
  archive: string;
  /** The archive of the keys where they were apart; null otherwise. */
  keysArchive: string | null;
  dataDir: string;
}

/**
 * Makes a data folder of an archive. It is unpacked beside the folder, checked and renamed, so there is all of
 * it or nothing.
 * @returns a sentence about what was restored
 * @throws CliError with what to do
 */
export async function restore({ archive, keysArchive, dataDir }: Restoration): Promise<string> {
  const target = resolve(dataDir);
  createPrivately();
  requireEmpty(target);
  mkdirSync(dirname(target), { recursive: true });
  requireRenamable(target);
  const work = takeWorkFolder(`${target}.restoring`);
  if (work === null) throw new CliError(`Another restore to ${target} is under way.`);
  try {
    const unpack = async (file: string, contents: readonly Content[]) =>
      await extract(file, {
        folder: work.path,
        begin: (head) => requireFit(file, head, contents, dirname(target)),
        isWanted: () => true,
      });
    const { head, sizes } = await unpack(archive, ["all", "all-but-keys"]);
    if (keysArchive !== null) await unpack(keysArchive, ["keys"]);
    checkContents(work.path, sizes);
    syncFolder(work.path);
    // Fails where there is something by now.
    renameSync(work.path, target);
    syncFolder(dirname(target));
    const keys = head.content === "all" || keysArchive !== null ? "" : ` ${KEYS_MISSING}`;
    return `${target} has the ${head.files} files of ${head.created_at}.${keys}`;
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    work.remove();
  }
}
const KEYS_MISSING =
  "The key of the audit trail is not in it: put audit.key there, or set AUDIT_KEY, before you start the service.";

function requireEmpty(target: string): void {
  if (!existsSync(target)) return;
  if (lstatSync(target).isDirectory() && readdirSync(target).length === 0) return;
  throw new CliError(
    `${target} is not empty. Name a new folder with --data-dir, or move this one away first.`,
  );
}

/** A folder that is a mount has its disk inside only. */
function requireRenamable(target: string): void {
  if (!existsSync(target) || statSync(target).dev === statSync(dirname(target)).dev) return;
  throw new CliError(
    `${target} is a disk of its own, to which nothing can be renamed. Name a folder in it with --data-dir.`,
  );
}

function requireFit(
  archive: string,
  { content, bytes }: ArchiveHead,
  contents: readonly Content[],
  folder: string,
): void {
  if (!contents.includes(content)) {
    const has = content === "keys" ? "keys only" : "more than keys";
    throw new CliError(
      `${archive} has ${has}. Name the backup first, and the one of the keys with --keys.`,
    );
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes) return;
  throw new CliError(
    `${folder} has too little space: ${archive} unpacks to ${Math.ceil(bytes / MIB)} MiB.`,
  );
}
