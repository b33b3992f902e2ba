import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRunning, killTree } from "../support/node/processes.ts";
import { temporaryFolder } from "../support/node/service.ts";

const VITEST = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const CONFIG = join(import.meta.dirname, "../support/node/unruly/vitest.config.ts");

const folder = temporaryFolder();
const notes = join(folder.path, "notes");
const noted = { pids: [] as number[], folders: [] as string[] };
let exitCode: number | null = null;
let printed = "";

beforeAll(async () => {
  const child = spawn(process.execPath, [VITEST, "run", "--config", CONFIG], {
    env: { ...process.env, UNRULY_NOTES: notes },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (data: Buffer) => (printed += data.toString()));
  child.stderr.on("data", (data: Buffer) => (printed += data.toString()));
  exitCode = await new Promise((resolve) => child.once("close", resolve));
  const lines = existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n") : [];
  noted.pids = lines.filter((line) => /^\d+$/.test(line)).map(Number);
  noted.folders = lines.filter((line) => line.startsWith("/"));
});
afterAll(() => {
  for (const pid of noted.pids) killTree(pid);
  folder.remove();
});

describe("a run of tests that fail and run out of time", () => {
  it("leaves no process behind", () => {
    // Two services of Node and workerd, and a process that nobody knew of.
    expect(noted.pids.length).toBeGreaterThanOrEqual(5);
    expect(noted.pids.filter(isRunning)).toEqual([]);
  });

  it("leaves no folder behind", () => {
    expect(noted.folders).toHaveLength(2);
    expect(noted.folders.filter((path) => existsSync(path))).toEqual([]);
  });

  it("fails, and names the process that outlived it", () => {
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/Left behind by the tests, and killed: \d+ .*setTimeout/);
  });

  it("ends with one line that counts every failure and what was skipped", () => {
    // Failed: out of time, failed, a group's preparation, a process left behind.
    expect(printed.trim().split("\n").at(-1)).toBe("2 passed, 4 failed, 2 skipped");
  });
});
