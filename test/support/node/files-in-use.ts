import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the files of a folder that a running service writes to. Skips what disappears meanwhile. */
export function readFilesInUse(folder: string): { name: string; bytes: Buffer }[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.flatMap((name) => {
    try {
      return [{ name, bytes: readFileSync(join(folder, name)) }];
    } catch {
      // A folder, a socket, or a file that is gone by now.
      return [];
    }
  });
}
