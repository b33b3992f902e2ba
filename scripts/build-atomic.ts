/**
 * Writes the index of tests that the repository ships, from Atomic Red Team (MIT):
 *   npm run atomic -- <folder atomics | index.json | index.json.gz>
 * A folder holds <technique>/<technique>.yaml as upstream does; an index has such tests as a list under
 * `atomic_tests`. Ids, names, platforms, executors: no commands. Same input, same bytes.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "yaml";
import type { AtomicIndex, PackedTest } from "../src/detection/coverage/atomic/vocabulary.ts";
import { TECHNIQUE_ID_PATTERN } from "../src/knowledge/attack/technique-id.ts";

const TARGET = "assets/atomic/tests.json";
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface ReadTest {
  technique: string;
  number: number;
  guid: string;
  name: string;
  platforms: string[];
  executor: string;
  elevation: boolean | null;
}

interface IndexFile {
  commit?: string;
  atomic_tests: {
    technique: string;
    test_number: number;
    name: string;
    auto_generated_guid: string;
    supported_platforms: string[];
    executor: string;
    elevation_required: boolean | null;
  }[];
}

interface TestFile {
  attack_technique: string;
  atomic_tests: {
    name: string;
    auto_generated_guid: string;
    supported_platforms: string[];
    executor: { name: string; elevation_required?: boolean };
  }[];
}

function readFolder(folder: string): ReadTest[] {
  return readdirSync(folder).flatMap((technique) => {
    const path = join(folder, technique, `${technique}.yaml`);
    if (!TECHNIQUE_ID_PATTERN.test(technique) || !existsSync(path)) return [];
    const file = parse(readFileSync(path, "utf8")) as TestFile;
    return file.atomic_tests.map((test, place) => ({
      technique: file.attack_technique,
      number: place + 1,
      guid: test.auto_generated_guid,
      name: test.name,
      platforms: test.supported_platforms,
      executor: test.executor.name,
      elevation: test.executor.elevation_required ?? null,
    }));
  });
}

function readIndex(path: string): { tests: ReadTest[]; commit: string | null } {
  const bytes = readFileSync(path);
  const text = String(path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
  const { atomic_tests: all, commit = null } = JSON.parse(text) as IndexFile;
  const tests = all.map((test) => ({
    technique: test.technique,
    number: test.test_number,
    guid: test.auto_generated_guid,
    name: test.name,
    platforms: test.supported_platforms,
    executor: test.executor,
    elevation: test.elevation_required,
  }));
  return { tests, commit };
}

function requireSound(tests: readonly ReadTest[]): void {
  const guids = new Set<string>();
  for (const { technique, guid, name } of tests) {
    if (!TECHNIQUE_ID_PATTERN.test(technique)) throw new Error(`${technique} is no technique.`);
    if (!GUID.test(guid)) throw new Error(`${name} of ${technique} has no GUID: ${guid}`);
    if (guids.has(guid)) throw new Error(`${guid} comes twice.`);
    guids.add(guid);
  }
}

const [from, target = TARGET] = process.argv.slice(2);
if (from === undefined)
  throw new Error("Usage: npm run atomic -- <folder atomics | index.json|.gz>");
const isFolder = statSync(from).isDirectory();
const { tests, commit } = isFolder ? { tests: readFolder(from), commit: null } : readIndex(from);
requireSound(tests);
const listOf = (values: string[]) => [...new Set(values)].sort();
const platforms = listOf(tests.flatMap((test) => test.platforms));
const executors = listOf(tests.map(({ executor }) => executor));
const byTechnique = Map.groupBy(tests, ({ technique }) => technique);
const index: AtomicIndex = {
  source: "https://github.com/redcanaryco/atomic-red-team",
  license: "MIT",
  commit,
  platforms,
  executors,
  techniques: Object.fromEntries(
    [...byTechnique]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([technique, own]) => [
        technique,
        own
          .sort((a, b) => a.number - b.number)
          .map((test): PackedTest => [
            test.number,
            test.guid,
            test.name.trim(),
            test.platforms.map((name) => platforms.indexOf(name)),
            executors.indexOf(test.executor),
            test.elevation,
          ]),
      ]),
  ),
};
// A line for each technique, so that a change can be read.
const lines = Object.entries(index.techniques).map(
  ([id, own]) => `${JSON.stringify(id)}:${JSON.stringify(own)}`,
);
const { techniques: _all, ...head } = index;
const text = `${JSON.stringify(head).slice(0, -1)},"techniques":{\n${lines.join(",\n")}\n}}\n`;
writeFileSync(target, text);
console.log(
  `Wrote ${target}: ${tests.length} tests of ${byTechnique.size} techniques; ${text.length} bytes.`,
);
