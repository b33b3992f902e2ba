/**
 * Writes the warning lists that the repository ships, from MISP's (CC0-1.0) and our own of
 * scripts/warning-lists:
 *   npm run warning-lists -- <folder of misp-warninglists>
 * The folder holds <name>.json or <name>.json.gz, or <name>/list.json as upstream does. Facts only:
 * names, networks and hashes. Same files, same bytes.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { encodeLists } from "../src/pipeline/observables/warning-lists/list-file.ts";
import {
  foldEntry,
  toContent,
  type WarningList,
} from "../src/pipeline/observables/warning-lists/list-content.ts";
import type { WarningListType } from "../src/pipeline/observables/warning-lists/vocabulary.ts";

const TARGET = "assets/warning-lists/lists.bin.gz";
const OWN = join(import.meta.dirname, "warning-lists");
/** What gzip says of the system that it ran on, which is to make no difference. */
const UNKNOWN_SYSTEM = 255;

/** A list in upstream's form. */
interface ListFile {
  name: string;
  version: number;
  description: string;
  type: WarningListType;
  list: string[];
  matching_attributes: string[];
}

interface Source {
  name: string;
  path: string;
  licence: string;
  origin: string;
}

function findLists(folder: string, licence: string, origin: string): Source[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const within = join(folder, entry.name, "list.json");
    const path = entry.isDirectory() ? within : join(folder, entry.name);
    const [, name] = /^(.+?)(?:\.json(?:\.gz)?)?$/.exec(entry.name) ?? [];
    if (!/\.json(\.gz)?$/.test(path) || name === undefined || name === "INDEX") return [];
    return existsSync(path) ? [{ name, path, licence, origin }] : [];
  });
}

/** A list as it is shipped; entries that are none of its type are left out and counted. */
function read({ name, path, licence, origin }: Source): { list: WarningList; left: number } {
  const bytes = readFileSync(path);
  const file = JSON.parse(String(path.endsWith(".gz") ? gunzipSync(bytes) : bytes)) as ListFile;
  const { type, version, description, matching_attributes, list: given } = file;
  const networks = type === "cidr" ? given.filter((entry) => isNetwork(entry)) : null;
  const entries = networks ?? given.filter((entry) => foldEntry(type, entry) !== null);
  const content = toContent(type, entries);
  if ("at" in content) throw new Error(`${path}: ${entries[content.at]} is not ${content.reason}.`);
  const facts = { name, title: file.name, description, type, version, matching_attributes };
  const list = { ...facts, entries: given.length, licence, origin, effect: null, ...content };
  return { list, left: given.length - entries.length };
}

function isNetwork(entry: string): boolean {
  return !("at" in toContent("cidr", [entry]));
}

const [folder, target = TARGET] = process.argv.slice(2);
if (folder === undefined) throw new Error("Usage: npm run warning-lists -- <folder> [target]");
const results = [
  ...findLists(folder, "CC0-1.0", "https://github.com/MISP/misp-warninglists"),
  ...findLists(OWN, "Apache-2.0", "scripts/warning-lists"),
].map(read);
const lists = results.map(({ list }) => list).sort((a, b) => (a.name < b.name ? -1 : 1));
const plain = encodeLists(lists);
const packed = gzipSync(plain, { level: 9 });
packed[9] = UNKNOWN_SYSTEM;
writeFileSync(target, packed);
const entries = lists.reduce((sum, list) => sum + list.entries, 0);
const left = results.reduce((sum, one) => sum + one.left, 0);
console.log(
  `Wrote ${target}: ${lists.length} lists, ${entries} entries of which ${left} are left out; ` +
    `${packed.length} bytes, ${plain.length} unpacked.`,
);
