import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What every archive has of the repository, and of a build. */
const TRACKED = [
  "LICENSE",
  "NOTICE",
  "CHANGELOG.md",
  "assets",
  "docs",
  "migrations",
  "scripts/verify-audit.mjs",
];
const BUILT = [
  ".build/worker.js",
  ".build/selfhost",
  "assets/console",
  "assets/fonts",
  "assets/mcp",
];

/** Paths of the files of the project that are in every archive. Files that git does not track are left out. */
export function carriedFiles(project: string): string[] {
  const tracked = existsSync(join(project, ".git"))
    ? listTracked(project)
    : TRACKED.flatMap((path) => filesAt(project, path));
  return [...new Set([...tracked, ...BUILT.flatMap((path) => filesAt(project, path))])];
}

function listTracked(project: string): string[] {
  const printed = execFileSync("git", ["ls-files", "-z", "--", ...TRACKED], {
    cwd: project,
    encoding: "utf8",
  });
  return printed.split("\0").filter((path) => path !== "");
}

function filesAt(project: string, path: string): string[] {
  if (!statSync(join(project, path)).isDirectory()) return [path];
  return readdirSync(join(project, path)).flatMap((name) => filesAt(project, `${path}/${name}`));
}
