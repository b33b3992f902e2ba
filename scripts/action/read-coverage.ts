import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Coverage } from "../../src/detection/coverage/states/schema.ts";

const CLI = join(import.meta.dirname, "..", "..", ".build", "selfhost", "cli.js");
const MAX_OUTPUT = 256 * 1024 * 1024;

/** What coverage is made of; paths are relative to a checkout. */
export interface CoverageInputs {
  rules: string;
  logSources: string;
  techniques: readonly string[];
}

/** The coverage by the rules of a checkout; one that has no such folder has no rules. */
export function coverageOf(folder: string, inputs: CoverageInputs): Coverage {
  const { rules, logSources, techniques } = inputs;
  const given = (option: string, path: string) =>
    path !== "" && existsSync(join(folder, path)) ? [`--${option}`, path] : [];
  const args = ["coverage", "--local", "--json", ...given("rules", rules)];
  // After `--` nothing is an option, whatever it is called.
  const { stdout } = run(process.execPath, folder, [
    "--disable-warning=ExperimentalWarning",
    CLI,
    ...args,
    ...given("log-sources", logSources),
    "--",
    ...techniques,
  ]);
  return JSON.parse(stdout) as Coverage;
}

/** Does something with a checkout of a commit, which goes away again. */
export function withBase<T>(commit: string, work: (folder: string) => T): T {
  const folder = join(mkdtempSync(join(tmpdir(), "tradecraft-")), "base");
  const here = process.cwd();
  // The usual checkout has the last commit alone.
  const has =
    spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: here }).status === 0;
  if (!has) run("git", here, ["fetch", "--depth=1", "--no-tags", "origin", commit]);
  run("git", here, ["worktree", "add", "--detach", folder, commit]);
  try {
    return work(folder);
  } finally {
    run("git", here, ["worktree", "remove", "--force", folder]);
    rmSync(join(folder, ".."), { recursive: true, force: true });
  }
}

/** @throws Error with what the program said when it failed */
function run(program: string, folder: string, args: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
  });
  if (status === 0) return { stdout };
  throw new Error(error?.message ?? stderr.trim());
}
