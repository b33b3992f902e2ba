import { importPieces } from "../import-pieces.ts";
import type { SourceKindEntry } from "../kind.ts";
import { findMispFeed } from "./find-misp-feed.ts";
import { readMispFeed } from "./read-misp-feed.ts";

/** MISP feeds: a folder with `manifest.json` and a file for each event. */
export const mispFeed: SourceKindEntry = {
  noun: "MISP feed",
  filters: ["tags", "organizations"],
  looksLike: ({ pathname }) => /\/(?:manifest\.json|hashes\.csv)$|\/feed-osint\b/i.test(pathname),
  normalize: ({ origin, pathname }) => `${origin}${folderOf(pathname)}`,
  find: findMispFeed,
  poll: async (deps, part) =>
    await importPieces(deps, part, "sharing_events", readMispFeed(deps, part.source)),
};

/** Returns the folder of a feed from the path of any of its files. */
function folderOf(path: string): string {
  return path.replace(/\/(?:[^/]*\.json|hashes\.csv)$/i, "/").replace(/\/*$/, "/");
}
