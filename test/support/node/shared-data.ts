import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { dataFolder } from "../../../scripts/data/data-folder.ts";

/** Real releases and reports; where they are absent the tests run on their own fixtures alone. */
const SHARED = dataFolder();

/** The bytes of a file of the real data, or null where there is none. */
export function readShared(path: string): Buffer | null {
  const file = join(SHARED, path);
  return existsSync(file) ? readFileSync(file) : null;
}

/** The JSON of a file of the real data, or null. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
export function readSharedJson<T>(path: string): T | null {
  const bytes = readShared(path);
  return bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as T);
}

/** A gzipped file of the real data, unpacked, or null. */
export function readSharedGzip(path: string): Buffer | null {
  const bytes = readShared(path);
  return bytes === null ? null : gunzipSync(bytes);
}

/** The names of the real data's files in a folder, sorted; none where there is none. */
export function listShared(folder: string): string[] {
  const path = join(SHARED, folder);
  return existsSync(path) ? readdirSync(path).sort() : [];
}
