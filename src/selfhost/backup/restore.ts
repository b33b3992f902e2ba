import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CliError } from "../../exchange/cli/cli-error.ts";
import { createPrivately } from "../private-files.ts";
import type { ArchiveHead, Content } from "./archive-format.ts";
import { checkContents } from "./check-contents.ts";
import { withCleanUp } from "./clean-up.ts";
import { readFromEdge } from "./edge/from-edge.ts";
import { writeForEdge } from "./edge/to-edge.ts";
import { extract } from "./extract.ts";
import { isKey } from "./keys.ts";
import { requireSpace } from "./require-space.ts";
import { syncAll, syncName } from "./sync.ts";
import { takeWorkFolder } from "./work-folder.ts";

/** A backup, and the folder to restore it to. */
export interface Restoration {
  archive: string;
  /** The separate archive of the keys; null if there is none. */
  keysArchive: string | null;
  dataDir: string;
  /** Whether to write SQL and objects for Cloudflare instead of a data folder. */
  isForEdge: boolean;
}

/**
 * Restores an archive, or an export from Cloudflare, to a data folder. The folder is written under another name,
 * checked, and renamed, so a failure leaves nothing.
 * @returns a sentence about what was restored
 * @throws CliError with what to do
 */
export async function restore(wanted: Restoration): Promise<string> {
  const target = resolve(wanted.dataDir);
  createPrivately();
  requireEmpty(target);
  const made = mkdirSync(dirname(target), { recursive: true });
  requireRenamable(target);
  const work = takeWorkFolder(`${target}.restoring`);
  if (work === null) throw new CliError(`Another restore to ${target} is in progress.`);
  try {
    return await withCleanUp(work.remove, async () => {
      const folder = join(work.path, "data");
      mkdirSync(folder);
      const restored = await unpack(wanted, folder, dirname(target));
      const whole = wanted.isForEdge ? join(work.path, "edge") : folder;
      if (wanted.isForEdge) await writeForEdge(folder, whole);
      syncAll(whole);
      // Fails if the folder is no longer empty.
      renameSync(whole, target);
      syncName(target, made);
      return `${target} has ${restored}`;
    });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Writes and checks a data folder. Returns its contents as the end of a sentence. */
async function unpack(
  { archive, keysArchive }: Restoration,
  folder: string,
  disk: string,
): Promise<string> {
  const read = async (
    file: string,
    contents: readonly Content[],
    isWanted: (path: string) => boolean,
  ) => {
    const begin = (head: ArchiveHead) => requireFit(file, head, contents, disk);
    return await extract(file, { folder, begin, isWanted });
  };
  if (statSync(archive).isDirectory()) {
    checkContents(folder, await readFromEdge(archive, folder));
    return `what was exported to ${archive}.${keyNote(folder)}`;
  }
  const { head, sizes } = await read(archive, ["all", "all-but-keys"], () => true);
  if (keysArchive !== null) await read(keysArchive, ["keys"], isKey);
  checkContents(folder, sizes);
  return `the ${head.files} files of ${head.created_at}.${keyNote(folder)}`;
}

function keyNote(folder: string): string {
  return readdirSync(folder).some(isKey) ? "" : ` ${KEYS_MISSING}`;
}
const KEYS_MISSING =
  "The key of the audit trail is missing. Copy audit.key to the folder, or set AUDIT_KEY, before you start the service.";

function requireEmpty(target: string): void {
  if (!existsSync(target)) return;
  if (lstatSync(target).isDirectory() && readdirSync(target).length === 0) return;
  throw new CliError(
    `${target} is not empty. Name a new folder with --data-dir, or move this one away first.`,
  );
}

/** Rejects a mount point, which a rename cannot replace. */
function requireRenamable(target: string): void {
  if (!existsSync(target) || statSync(target).dev === statSync(dirname(target)).dev) return;
  throw new CliError(
    `${target} is a mount point, which cannot be replaced. Name a folder in it with --data-dir.`,
  );
}

function requireFit(
  archive: string,
  { content, bytes }: ArchiveHead,
  contents: readonly Content[],
  folder: string,
): void {
  if (!contents.includes(content)) {
    const has = content === "keys" ? "only keys" : "more than keys";
    throw new CliError(
      `${archive} contains ${has}. Name the backup first, and the archive of the keys with --keys.`,
    );
  }
  requireSpace(folder, archive, bytes);
}
