import { isBelowRoutes, layerOf, roomOf } from "./layout.ts";
import type { SourceFile } from "./read-imports.ts";

/** A map from each room to the rooms that it imports. */
export type Arrows = Map<string, Set<string>>;

/** Returns the imports between rooms. */
export function arrowsBetween(sources: readonly SourceFile[]): Arrows {
  const arrows: Arrows = new Map();
  for (const { path, files } of sources) {
    const from = roomOf(path);
    const to = arrows.get(from) ?? new Set();
    arrows.set(from, to);
    for (const file of files) {
      if (file.startsWith("src/") && roomOf(file) !== from) to.add(roomOf(file));
    }
  }
  return arrows;
}

/** Returns imports of a layer above the file's own. */
export function findUpward(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, files }) =>
    files
      .filter((file) => file.startsWith("src/") && layerOf(roomOf(file)) > layerOf(roomOf(path)))
      .map((file) => `${path} imports ${file}, which lies above it.`),
  );
}

/** Returns cycles of rooms, each as the rooms that all reach each other. */
export function findCircles(arrows: Arrows): string[][] {
  const reach = new Map([...arrows.keys()].map((room) => [room, reachedFrom(room, arrows)]));
  const circles = new Map<string, string[]>();
  for (const [room, reached] of reach) {
    const members = [...reached].filter((other) => reach.get(other)?.has(room) === true).sort();
    if (members.length > 1) circles.set(members.join(" "), members);
  }
  return [...circles.values()];
}

function reachedFrom(start: string, arrows: Arrows): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    for (const next of arrows.get(room) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

/** Returns files that read or write a table of another room, by its definition or by its name in SQL. */
export function findForeignTables(sources: readonly SourceFile[]): string[] {
  const owners = new Map<string, string>();
  for (const { path, text } of sources) {
    if (!path.endsWith("/tables.ts")) continue;
    for (const [, table = ""] of text.matchAll(/sqliteTable\(\s*"([a-z_]+)"/g)) {
      owners.set(table, roomOf(path));
    }
  }
  return sources.flatMap((source) => [
    ...source.files
      .filter((file) => file.endsWith("/tables.ts") && roomOf(file) !== roomOf(source.path))
      .map((file) => `${source.path} imports ${file}, the tables of another room.`),
    ...tablesInSql(source.text)
      .filter((table) => owners.has(table) && owners.get(table) !== roomOf(source.path))
      .map((table) => `${source.path} names the table ${table} of ${owners.get(table)} in SQL.`),
  ]);
}

function tablesInSql(text: string): string[] {
  const statements = text.match(/\bsql(?:<[^`]*>)?`[^`]*`/g) ?? [];
  const named = statements.flatMap((statement) => [
    ...statement.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)/g),
  ]);
  return [...new Set(named.map(([, table = ""]) => table))];
}

/** Returns verbs, stores and pure files that use the web framework. */
export function findHttpBelowRoutes(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path }) => isBelowRoutes(path))
    .flatMap(({ path, files, packages }) =>
      [
        ...files.filter((file) => file.startsWith("src/platform/http/")),
        ...packages.filter((name) => /^(@?hono)(\/|$)/.test(name)),
      ].map((name) => `${path} imports ${name}, which is for routes.`),
    );
}

/** Returns imports of a console page from outside that page. Only the frame may import pages. */
export function findImportedPages(sources: readonly SourceFile[]): string[] {
  const pageOf = (file: string) => /^src\/console\/pages\/[^/]+\//.exec(file)?.[0];
  return sources
    .filter(({ path }) => !path.startsWith("src/console/app/"))
    .flatMap(({ path, files }) =>
      files
        .filter((file) => pageOf(file) !== undefined && pageOf(file) !== pageOf(path))
        .map((file) => `${path} imports ${file}, which belongs to another page.`),
    );
}

/** Returns files other than the one writer that use its key to the workspace. */
export function findOtherWriters(sources: readonly SourceFile[]): string[] {
  const allowed = new Set(["src/platform/audit/commit.ts", "src/platform/d1/databases.ts"]);
  return sources
    .filter(({ path, text }) => !allowed.has(path) && /\bCOMMIT\b/.test(text))
    .map(({ path }) => `${path} writes beside src/platform/audit/commit.ts.`);
}

/** Returns tests with the wrong name: their ending decides where they run (`vitest.config.ts`). */
export function findMisnamedTests(sources: readonly SourceFile[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const needsBinding = ({ packages }: SourceFile) =>
    packages.some((name) => name.startsWith("cloudflare:"));
  const needsData = ({ path }: SourceFile) => path.endsWith("/describe-with-data.ts");
  return sources
    .filter(({ path }) => path.endsWith(".worker.test.ts") || path.endsWith(".data.test.ts"))
    .filter(({ path }) => {
      const isNeeded = path.endsWith(".worker.test.ts") ? needsBinding : needsData;
      return !filesBehind(path, byPath).some(isNeeded);
    })
    .map(({ path }) =>
      path.endsWith(".worker.test.ts")
        ? `${path} reaches no binding: name it .test.ts, so that it runs in plain Node.`
        : `${path} reads no real data (describeWithData): name it .test.ts, so that it always runs.`,
    );
}

/** Returns a file and all its direct and indirect imports. */
function filesBehind(path: string, byPath: ReadonlyMap<string, SourceFile>): SourceFile[] {
  const found = new Map<string, SourceFile>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const source = byPath.get(next);
    if (source === undefined || found.has(next)) continue;
    found.set(next, source);
    open.push(...source.files);
  }
  return [...found.values()];
}
