import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

/** A source file and its imports: our files by their paths, packages by their names. */
export interface SourceFile {
  path: string;
  text: string;
  files: string[];
  packages: string[];
}

/** Returns every TypeScript file below a folder with its imports, including type imports. */
export function readSources(project: string, folder: string): SourceFile[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .sort()
    .map((path) => readSource(path, readFileSync(join(project, path), "utf8")));
}

/** Returns one file with its imports. */
export function readSource(path: string, text: string): SourceFile {
  const names = new Set(importsOf(path, text));
  const isOurs = (name: string) => name.startsWith(".");
  return {
    path,
    text,
    files: [...names].filter(isOurs).map((name) => normalize(join(dirname(path), name))),
    packages: [...names].filter((name) => !isOurs(name)),
  };
}

function importsOf(path: string, text: string): string[] {
  const { module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
  );
  // `import("./x.ts")`, as a value and as a type.
  const called = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, name = ""]) => name);
  return [...imported, ...exported, ...called];
}
