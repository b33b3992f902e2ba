import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The longest path of a Unix socket, in bytes (sun_path of Linux and macOS, without its terminator). */
const MAX_SOCKET_PATH = 103;
const LONGEST_SOCKET_NAME = "readers-00.sock".length;

/** Makes all files that this process and its children create private to its user. */
export function createPrivately(): void {
  process.umask(0o077);
}

/**
 * Creates a data folder and removes everyone else's access to its contents. Older versions let every user of
 * the machine read it.
 * @throws Error with one sentence if the folder belongs to another user
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    restrict(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "EACCES") throw error;
    throw new Error(
      `The data folder ${folder} holds files of another user; give them to the user of the service, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

function restrict(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  if ((stat.mode & 0o077) === 0) return;
  // A folder is restricted after its contents. One that is already private is not searched again, and an
  // interrupted walk starts over.
  if (stat.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
  chmodSync(path, stat.isDirectory() ? 0o700 : 0o600);
}

/** A folder for sockets that only our user may enter, and a function that removes it. */
export interface SocketFolder {
  path: string;
  remove(): void;
}

/**
 * Creates the folder in the data folder, or among the system's temporary files if the path is too long for a
 * socket.
 */
export function makeSocketFolder(dataDir: string): SocketFolder {
  const own = join(dataDir, "run");
  const fits = Buffer.byteLength(own) + 1 + LONGEST_SOCKET_NAME <= MAX_SOCKET_PATH;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { mode: 0o700 });
  const path = fits ? own : mkdtempSync(join(tmpdir(), "tradecraft-"));
  return {
    path,
    remove: () => {
      rmSync(own, { recursive: true, force: true });
      rmSync(path, { recursive: true, force: true });
    },
  };
}
