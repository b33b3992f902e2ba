import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { dataFolder } from "../../../scripts/data/data-folder.ts";

/** Real releases and reports. Tests that do not end in `.data.test.ts` see an empty folder. */
export const DATA = dataFolder();

/** The bytes of a file of the real data, or null where there is none. */
export function readData(path: string): Buffer | null {
  const file = join(DATA, path);
  return existsSync(file) ? readFileSync(file) : null;
}

/** The JSON of a file of the real data, or null. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
export function readDataJson<T>(path: string): T | null {
  const bytes = readData(path);
  return bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as T);
}

/** A gzipped file of the real data, unpacked, or null. */
export function readDataGzip(path: string): Buffer | null {
  const bytes = readData(path);
  return bytes === null ? null : gunzipSync(bytes);
}

/** The names of the real data's files in a folder, sorted; none where there is none. */
export function listData(folder: string): string[] {
  const path = join(DATA, folder);
  return existsSync(path) ? readdirSync(path).sort() : [];
}
