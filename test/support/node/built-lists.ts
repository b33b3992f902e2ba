import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { WarningList } from "../../../src/pipeline/observables/warning-lists/list-content.ts";
import { decodeLists } from "../../../src/pipeline/observables/warning-lists/list-file.ts";

export const PROJECT = join(import.meta.dirname, "../../..");

/** The warning lists that the repository ships. */
export const SHIPPED = join(PROJECT, "assets/warning-lists/lists.bin.gz");

/** Runs the script that builds warning lists from a folder. Returns what it printed. */
export function build(from: string, target: string): string {
  return execFileSync(
    process.execPath,
    [join(PROJECT, "scripts/build-warning-lists.ts"), from, target],
    { cwd: PROJECT, encoding: "utf8" },
  );
}

/** Reads built warning lists. */
export const decode = (path: string): WarningList[] => decodeLists(gunzipSync(readFileSync(path)));
