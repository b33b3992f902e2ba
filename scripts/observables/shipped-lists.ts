import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeLists } from "../../src/pipeline/observables/warning-lists/list-file.ts";
import { WarningLists } from "../../src/pipeline/observables/warning-lists/warning-lists.ts";

const LISTS = join(import.meta.dirname, "../../assets/warning-lists/lists.bin.gz");

/** The warning lists that the repository ships. */
export function shippedLists(): WarningLists {
  return new WarningLists(decodeLists(new Uint8Array(gunzipSync(readFileSync(LISTS)))));
}
