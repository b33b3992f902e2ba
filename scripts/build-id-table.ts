/**
 * Writes the table of technique ids that the repository ships, from the full bundles of ATT&CK releases:
 *   npm run id-table -- <bundle.json|.json.gz> ...
 * Facts only: ids, names, states and what replaces a revoked one. Same bundles, same bytes.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type IdTable, toTable } from "../src/knowledge/attack/ids/id-table.ts";
import type { ReleaseContent } from "../src/knowledge/attack/release-content.ts";
import { SYNCED_DOMAINS, versionRank } from "../src/knowledge/attack/vocabulary.ts";
import { readBundleFile } from "./model/read-bundle.ts";

const TARGET = "assets/ids/technique-ids.json";

const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error("Usage: npm run id-table -- <bundle.json|.json.gz> ...");
const releases: Pick<ReleaseContent, "domain" | "version" | "techniques">[] = [];
for (const path of paths) {
  // What else a release holds is let go of at once: nine of them would take a gigabyte.
  const { domain, version, techniques } = (await readBundleFile(path)).content;
  releases.push({ domain, version, techniques });
}
const tables = SYNCED_DOMAINS.map((domain) =>
  releases
    .filter((release) => release.domain === domain)
    .sort((a, b) => versionRank(a.version) - versionRank(b.version)),
)
  .filter((own) => own.length > 0)
  .map(toTable);
const text = `[${tables.map(write).join(",")}]\n`;
/** A line for each id, so that what a release changes can be seen. */
function write({ domain, versions, techniques }: IdTable): string {
  const rows = techniques.map((row) => JSON.stringify(row)).join(",\n");
  return `{"domain":"${domain}","versions":${JSON.stringify(versions)},"techniques":[\n${rows}\n]}`;
}

writeFileSync(TARGET, text);
const count = tables.reduce((sum, { techniques }: IdTable) => sum + techniques.length, 0);
const gzipped = gzipSync(text, { level: 9 }).length;
console.log(`Wrote ${TARGET}: ${count} ids, ${text.length} bytes, ${gzipped} gzipped.`);
