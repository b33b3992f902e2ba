import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The address of a unix socket has 108 bytes on Linux, 104 on macOS, its end included. */
const MAX_PATH_BYTES = 103;
/** Room for the names of sockets. */
const NAME_BYTES = 16;

/** A folder for sockets that our user alone may enter; `remove` leaves none behind that was made elsewhere. */
export interface SocketFolder {
  path: string;
  remove(): unknown;
}

/** `run` in the data folder, or a private folder elsewhere where that would make too long a path. */
export function openSocketFolder(dataDir: string): SocketFolder {
  const own = join(dataDir, "run");
  const isShort = Buffer.byteLength(own) + NAME_BYTES <= MAX_PATH_BYTES;
  if (isShort) mkdirSync(own, { recursive: true });
  const path = isShort ? own : mkdtempSync(join(tmpdir(), "readers-"));
  chmodSync(path, 0o700);
  return { path, remove: () => !isShort && rmSync(path, { recursive: true, force: true }) };
}
