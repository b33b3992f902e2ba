import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startErasing } from "../../src/selfhost/erase-deleted.ts";
import { temporaryFolder } from "../support/node/service.ts";

const folder = temporaryFolder();
const path = join(folder.path, "d1", "workspace.sqlite");
const holds: string[] = [];
const gate = {
  hold: async () => holds.push("hold") > 0,
  release: async () => void holds.push("release"),
};
let database: DatabaseSync;
let stop: () => Promise<void>;

/** The database as workerd has it open, with an entry of the audit trail for each of these actions. */
beforeAll(() => {
  mkdirSync(join(folder.path, "d1"));
  database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal");
  database.exec("create table audit (seq integer primary key, action text)");
  database.exec("create table sessions (failure text)");
});
afterAll(() => {
  database.close();
  folder.remove();
});
beforeEach(() => {
  vi.useFakeTimers();
  holds.length = 0;
  stop = startErasing(folder.path, gate);
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});

const record = (action: string) =>
  database.prepare("insert into audit (action) values (?)").run(action);
const hasLog = () => statSync(`${path}-wal`).size > 0;

it("holds no request while nothing was deleted", async () => {
  record("layer.save");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(holds).toEqual([]);
});

it("rewrites the database and empties its log once after deletions", async () => {
  record("layer.delete");
  record("session.delete");
  expect(hasLog()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(holds).toEqual(["hold", "release"]);
  expect(hasLog()).toBe(false);
});

it("waits half a minute before it rewrites again, and at most that", async () => {
  record("layer.delete");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(holds).toEqual(["hold", "release"]);
  record("layer.delete");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(holds).toEqual(["hold", "release"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(holds).toEqual(["hold", "release", "hold", "release"]);
});
