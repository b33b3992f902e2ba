import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { takeDataFolder } from "../../src/selfhost/data-folder.ts";
import { waitFor } from "../support/node/machine.ts";
import { temporaryFolder } from "../support/node/service.ts";

const CLI = join(import.meta.dirname, "..", "..", ".build", "selfhost", "cli.js");

const folder = temporaryFolder();
const at = (...names: string[]) => join(folder.path, ...names);
/** A service that never answers, so that a backup of it waits. */
const service = createServer();

beforeAll(async () => {
  for (const name of ["data/d1", "data/run", "temporary"]) mkdirSync(at(name), { recursive: true });
  takeDataFolder(at("data")).describe({ pid: process.pid, workerd_pids: [], url: null });
  await new Promise<void>((resolve) => service.listen(at("data/run/control.sock"), resolve));
  execFileSync("mkfifo", [at("archive.tar.gz")]);
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
  folder.remove();
});

it.each([
  [["backup", at("new.tar.gz"), "--data-dir", at("data")], at("data"), /^snapshot$/, "SIGINT", 130],
  [
    ["restore", at("archive.tar.gz"), "--data-dir", at("restored")],
    at(),
    /restoring/,
    "SIGTERM",
    143,
  ],
  [["verify", at("archive.tar.gz")], at("temporary"), /^tradecraft-verify/, "SIGTERM", 143],
] as const)(
  "removes its unfinished work when a signal ends it: %s",
  async (args, place, name, signal, code) => {
    const env = { ...process.env, TMPDIR: at("temporary") };
    // An archive whose bytes do not come.
    const archive = openSync(at("archive.tar.gz"), "r+");
    const child = spawn(process.execPath, [CLI, ...args], { env, stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const found = () => readdirSync(place).filter((one) => name.test(one));
    await waitFor("unfinished work", () => {
      const [work = ""] = found();
      return work !== "" && readdirSync(join(place, work)).length > 0 ? true : null;
    });
    child.kill(signal);
    await waitFor("the end of the work", () => (found().length === 0 ? true : null));
    // Node waits for what it reads before it ends.
    closeSync(archive);
    expect([await ended, found()]).toEqual([code, []]);
  },
);
