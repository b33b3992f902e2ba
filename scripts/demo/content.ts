import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..", "..", "examples", "demo");

/** Reads a file of what the demo is filled with. */
export function readContent(path: string): string {
  return readFileSync(join(FOLDER, path), "utf8");
}

/** The same of a JSON file. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
export function readJson<T = object>(path: string): T {
  return JSON.parse(readContent(path)) as T;
}

/** Paths of the files in a folder of it. */
export function listContent(folder: string): string[] {
  return readdirSync(join(FOLDER, folder)).map((name) => `${folder}/${name}`);
}
