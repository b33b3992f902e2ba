import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const PROJECT = join(import.meta.dirname, "..", "..", "..");
const TESTS = join(PROJECT, "test");
/** Folders whose tests run in Node: they start the service, or test a program of the project. */
const IN_NODE = /^(selfhost|scripts)\//;
const IMPORT = /\bfrom "(\.[^"]+)"/g;

/**
 * The test files that run in workerd, apart by what they use. Those that use no binding share one
 * isolate, where each module is loaded once; the others have a world of their own each.
 */
export function splitTests(): { pure: string[]; bound: string[] } {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !IN_NODE.test(file))
    .map((file) => join(TESTS, file));
  const isBound = (file: string) => usesBindings(file, new Set());
  const named = (list: string[]) => list.map((file) => relative(PROJECT, file));
  return {
    pure: named(files.filter((file) => !isBound(file))),
    bound: named(files.filter(isBound)),
  };
}

/** Whether a file of the tests, or one that it imports, takes something from the runtime. */
function usesBindings(file: string, seen: Set<string>): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  if (/\bfrom "cloudflare:/.test(text)) return true;
  return [...text.matchAll(IMPORT)]
    .map(([, name = ""]) => join(dirname(file), name))
    .some((imported) => imported.startsWith(TESTS) && usesBindings(imported, seen));
}
