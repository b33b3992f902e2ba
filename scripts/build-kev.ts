/**
 * Writes what the repository ships of the KEV mappings of Mappings Explorer (Center for
 * Threat-Informed Defense, Apache-2.0), ids alone, from its files:
 *   npm run kev -- <kev-…-enterprise.json|.json.gz> <kev-…-mobile.json|.json.gz>
 * Same files, same bytes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  type KevMapping,
  MAPPING_TYPES,
  type MappingType,
} from "../src/knowledge/vulnerabilities/vocabulary.ts";

const TARGET = "src/knowledge/vulnerabilities/kev-mapping.json";

interface MappingFile {
  metadata: {
    mapping_framework: string;
    mapping_framework_version: string;
    attack_version: string;
  };
  mapping_objects: {
    capability_id: string;
    mapping_type: string | null;
    attack_object_id: string | null;
    status: string;
  }[];
}

function readMapping(path: string): MappingFile {
  const bytes = readFileSync(path);
  const isPacked = path.endsWith(".gz");
  const file = JSON.parse(String(isPacked ? gunzipSync(bytes) : bytes)) as MappingFile;
  if (file.metadata.mapping_framework !== "kev") throw new Error(`${path} maps something else.`);
  return file;
}

/** All files say the same of themselves, or they do not belong together. */
function onlyOne(what: string, values: readonly string[]): string {
  const [value, ...others] = new Set(values);
  if (value === undefined || others.length > 0) throw new Error(`The files differ in ${what}.`);
  return value;
}

/** `07/28/2025` as ISO 8601. */
function toIsoDate(date: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? [];
  if (year === undefined) throw new Error(`${date} is no date of these files.`);
  return `${year}-${month}-${day}`;
}

function isType(value: string | null): value is MappingType {
  return MAPPING_TYPES.some((type) => type === value);
}

const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error("Usage: npm run kev -- <mapping.json|.json.gz>...");
const files = paths.map(readMapping);
const found = new Map<string, Map<MappingType, Set<string>>>();
let left = 0;
for (const entry of files.flatMap(({ mapping_objects: all }) => all)) {
  const { capability_id: cve, mapping_type: type, attack_object_id: id, status } = entry;
  if (!/^CVE-\d{4}-\d{4,19}$/.test(cve)) throw new Error(`${cve} is no vulnerability.`);
  const types = found.get(cve) ?? new Map<MappingType, Set<string>>();
  found.set(cve, types);
  // One without a technique is known to be exploited all the same.
  if (status === "non_mappable" || id === null || !isType(type)) left += 1;
  else types.set(type, (types.get(type) ?? new Set()).add(id));
}
const mapping: KevMapping = {
  source: "https://github.com/center-for-threat-informed-defense/mappings-explorer",
  license: "Apache-2.0",
  catalogue_date: toIsoDate(
    onlyOne(
      "date",
      files.map(({ metadata }) => metadata.mapping_framework_version),
    ),
  ),
  attack_version: onlyOne(
    "release",
    files.map(({ metadata }) => metadata.attack_version),
  ),
  cves: Object.fromEntries(
    [...found]
      .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
      .map(([cve, types]) => [
        cve,
        MAPPING_TYPES.map((type) => [...(types.get(type) ?? [])].sort().join(" ")).join("|"),
      ]),
  ),
};
const text = `${JSON.stringify(mapping, null, 2)}\n`;
writeFileSync(TARGET, text);
const pairs = [...found.values()].flatMap((types) =>
  [...types.values()].flatMap((ids) => [...ids]),
);
console.log(
  `Wrote ${TARGET}: ${found.size} vulnerabilities, ${pairs.length} techniques, ${left} entries left out; ` +
    `${text.length} bytes, ${gzipSync(text, { level: 9 }).length} gzipped.`,
);
