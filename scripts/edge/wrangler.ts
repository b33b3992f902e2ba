import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

export const PROJECT = join(import.meta.dirname, "..", "..");
export const WRANGLER = join(PROJECT, "node_modules", "wrangler", "bin", "wrangler.js");

/** A command of wrangler that failed: the code of Cloudflare's API, if it answered with one. */
export class WranglerFailure extends Error {
  readonly code: number | undefined;
  /** What wrangler printed and the user has not seen yet, without colors. */
  readonly output: string;
  constructor({ code, message }: Entry, output: string) {
    super(message);
    this.code = code;
    this.output = output.trim();
  }
}

/** A line of the report that wrangler writes for programs. */
interface Entry {
  type?: string;
  code?: number;
  message?: string;
}

/**
 * Runs wrangler, which prints to the terminal and asks nothing.
 * @throws WranglerFailure
 */
export function runWrangler(...args: string[]): void {
  start(args, "inherit");
}

/**
 * Runs wrangler quietly.
 * @returns what it printed on stdout
 * @throws WranglerFailure
 */
export function askWrangler(...args: string[]): string {
  return start(args, "pipe");
}

/**
 * Applies what the databases lack of `migrations/`.
 * @throws WranglerFailure
 */
export function migrateDatabases(where: "--local" | "--remote"): void {
  for (const binding of ["KNOWLEDGE_DB", "WORKSPACE_DB"]) {
    // Quietly: it prints a table of all migrations after each of them.
    askWrangler("d1", "migrations", "apply", binding, where);
    console.log(`Migrated ${binding}`);
  }
}

function start(args: string[], output: "inherit" | "pipe"): string {
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-wrangler-"));
  const reportFile = join(folder, "report.ndjson");
  const { status, stdout, stderr } = spawnSync(process.execPath, [WRANGLER, ...args], {
    cwd: PROJECT,
    // Without a terminal it takes the default answers; "no" to a migration would exit with 0.
    stdio: ["ignore", output, output],
    encoding: "utf8",
    env: { ...process.env, WRANGLER_OUTPUT_FILE_PATH: reportFile },
  });
  const failure = readFailure(reportFile);
  rmSync(folder, { recursive: true });
  if (status === 0) return stdout ?? "";
  // It colors what it prints even where nobody looks.
  throw new WranglerFailure(failure, stripVTControlCharacters(`${stdout ?? ""}${stderr ?? ""}`));
}

function readFailure(reportFile: string): Entry {
  if (!existsSync(reportFile)) return {};
  const lines = readFileSync(reportFile, "utf8").trim().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as Entry);
  return entries.find(({ type }) => type === "command-failed") ?? {};
}
