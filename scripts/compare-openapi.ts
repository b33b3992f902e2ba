/**
 * `node scripts/compare-openapi.ts <before.json> <after.json>`: tells whether two OpenAPI documents
 * describe the same interface. Words (titles, summaries, descriptions, examples) may differ; paths,
 * methods, parameters, schemas, statuses, codes and roles may not.
 */
import { readFileSync } from "node:fs";

const WORDS = new Set(["summary", "description", "title", "example", "examples", "info"]);

/** Places at which two values differ, as JSON pointers, words left out. */
function differences(before: unknown, after: unknown, at = ""): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, i) => differences(before[i], after[i], `${at}/${i}`)).flat();
  }
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    // A property may be called "description"; only words of the document itself are left out.
    const isProperties = at.endsWith("/properties");
    return [...names]
      .filter((name) => isProperties || !WORDS.has(name))
      .flatMap((name) => differences(before[name], after[name], `${at}/${name}`));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [at];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const [before = "", after = ""] = process.argv.slice(2);
const [one, other] = [before, after].map(
  (path) => JSON.parse(readFileSync(path, "utf8")) as unknown,
);
const places = differences(one, other);
for (const place of places) console.error(`differs: ${place}`);
console.log(places.length === 0 ? "The interface is the same." : `${places.length} differences.`);
process.exitCode = places.length === 0 ? 0 : 1;
