import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandLine } from "../support/node/command-line.ts";
import { killTree } from "../support/node/processes.ts";
import {
  analyse,
  preparedFolder,
  type RunningService,
  startService,
  temporaryFolder,
} from "../support/node/service.ts";

const KILLS = 25;
const SEED = 20_261_128;
const CLI = join(import.meta.dirname, "..", "..", ".build", "selfhost", "cli.js");

const data = preparedFolder();
const archives = temporaryFolder();
const work = temporaryFolder();
const random = randomFrom(SEED);
let service: RunningService;
let first: string;
/** How long either takes when nothing ends it, so that kills fall all over it. */
const takes = { backup: 0, restore: 0 };
const killed = { backup: 0, restore: 0 };

beforeAll(async () => {
  service = await startService(data.path);
  first = (await write(0)).body.session_id;
  takes.backup = await timed("backup", ["backup", archive("first"), "--data-dir", data.path]);
  takes.restore = await timed("restore", ["restore", archive("first"), "--data-dir", next()]);
});
afterAll(async () => {
  await service.stop();
  for (const folder of [data, archives, work]) folder.remove();
});

const archive = (name: string) => join(archives.path, `${name}.tar.gz`);
/** A data folder that is not there yet. */
const next = () => join(mkdtempSync(join(work.path, "restored-")), "data");
const write = async (count: number) =>
  await analyse(service.url, { text: `Attack ${count}. The attackers used vssadmin.` });

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function timed(what: string, args: string[]): Promise<number> {
  const start = performance.now();
  expect([what, (await commandLine(args)).code]).toEqual([what, 0]);
  return performance.now() - start;
}

/** Runs a command and kills its group at some moment; answers whether it was killed before its end. */
async function runAndKill(args: string[], afterMs: number): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [CLI, ...args], {
    stdio: "ignore",
    detached: true,
  });
  const timer = setTimeout(() => killTree(child.pid ?? 0), afterMs);
  const signal = await new Promise((resolve) => child.once("exit", (_code, by) => resolve(by)));
  clearTimeout(timer);
  return signal === "SIGKILL";
}

/** Writes and deletes sessions until it is stopped. */
function keepWriting(): { stop(): Promise<void> } {
  const state = { isDone: false };
  const writing = (async () => {
    for (let count = 1; !state.isDone; count += 1) {
      const { body } = await write(count);
      const url = `${service.url}/api/analyze/sessions/${body.session_id}`;
      if (count % 2 === 0) await fetch(url, { method: "DELETE" });
    }
  })();
  return {
    stop: async () => {
      state.isDone = true;
      await writing;
    },
  };
}

it(`leaves only whole archives under their names when it is killed (${KILLS} kills while it is written to)`, async () => {
  const writing = keepWriting();
  for (let count = 1; count <= KILLS; count += 1) {
    const args = ["backup", archive(`killed-${count}`), "--data-dir", data.path];
    if (await runAndKill(args, random() * takes.backup * 1.1)) killed.backup += 1;
  }
  // What the killed ones left is in nobody's way.
  const last = await commandLine(["backup", archive("last"), "--data-dir", data.path]);
  await writing.stop();
  expect(last).toMatchObject({ code: 0, told: "" });
  expect(existsSync(join(data.path, "snapshot"))).toBe(false);
  const named = readdirSync(archives.path).filter((name) => name.endsWith(".tar.gz"));
  for (const name of named) {
    const { code: verified, told } = await commandLine(["verify", join(archives.path, name)]);
    expect([name, verified, told]).toEqual([name, 0, ""]);
  }
  // Kills that all come too late would prove nothing.
  expect(killed.backup).toBeGreaterThan(KILLS / 2);
});

it(`leaves no data folder that is half restored when it is killed (${KILLS} kills)`, async () => {
  const source = archive("last");
  for (let count = 1; count <= KILLS; count += 1) {
    const dataDir = next();
    const args = ["restore", source, "--data-dir", dataDir];
    if (await runAndKill(args, random() * takes.restore * 1.1)) killed.restore += 1;
    // There is all of it, or nothing that a start would take and nothing in the way of another try.
    if (!existsSync(dataDir)) expect(await commandLine(args)).toMatchObject({ code: 0, told: "" });
    await expectTheSame(dataDir);
    rmSync(join(dataDir, ".."), { recursive: true });
  }
  expect(killed.restore).toBeGreaterThan(KILLS / 2);
});

/** Compares what a restored folder answers with what the archive was made of. */
async function expectTheSame(dataDir: string): Promise<void> {
  const restored = await startService(dataDir);
  const ask = async <T>(path: string) =>
    (await (await fetch(`${restored.url}${path}`)).json()) as T;
  const sessions = await ask<{ session_id: string }[]>("/api/analyze/sessions?limit=100");
  const ids = sessions.map(({ session_id: id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  for (const id of [first, ...ids]) {
    const [before, after] = await Promise.all(
      [service.url, restored.url].map(async (url) => {
        const response = await fetch(`${url}/api/analyze/${id}/text`);
        return [response.status, await response.text()];
      }),
    );
    // What was deleted after the copy is still in it.
    if (before?.[0] === 200) expect(after).toEqual(before);
    else expect(after).toEqual([200, expect.stringMatching(/^Attack \d+\. /)]);
  }
  expect(await ask("/api/pipeline/audit/verify")).toMatchObject({ valid: true });
  await restored.stop();
}
