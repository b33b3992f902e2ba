import type * as Fs from "node:fs";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it, vi } from "vitest";
import { backUp } from "../../src/selfhost/backup/back-up.ts";
import { restore } from "../../src/selfhost/backup/restore.ts";
import { temporaryFolder } from "../support/node/service.ts";

const calls = vi.hoisted(() => [] as [what: string, path: string][]);

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof Fs>();
  const paths = new Map<number, string>();
  return {
    ...fs,
    openSync: (path: string, flags: string) => {
      const file = fs.openSync(path, flags);
      paths.set(file, path);
      return file;
    },
    fsyncSync: (file: number) => {
      calls.push(["sync", paths.get(file) ?? ""]);
      fs.fsyncSync(file);
    },
    renameSync: (from: string, to: string) => {
      calls.push(["rename", to]);
      fs.renameSync(from, to);
    },
  };
});

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (...names: string[]) => join(folder.path, ...names);

it.each(["an archive", "an export"])(
  "has all of %s on disk before it is renamed, and then its name",
  async (what) => {
    mkdirSync(at("data/d1"), { recursive: true });
    new DatabaseSync(at("data/d1/a.sqlite")).close();
    writeFileSync(at("data/audit.key"), "key");
    mkdirSync(at("export/objects"), { recursive: true });
    for (const name of ["workspace.sql", "knowledge.sql"])
      writeFileSync(at("export", name), "CREATE TABLE notes (text);\n");
    writeFileSync(at("export/audit.key"), "key");
    writeFileSync(at("export/objects/a"), "bytes");
    const archive = what === "an export" ? at("export") : at("a.tar.gz");
    if (what === "an archive") await backUp({ dataDir: at("data"), file: archive, keysFile: null });
    calls.length = 0;
    const dataDir = at(what, "below", "restored");
    await restore({ archive, keysArchive: null, dataDir, isForEdge: false });

    const renamed = calls.findIndex(([kind, path]) => kind === "rename" && path === dataDir);
    const made = join(`${dataDir}.restoring`, "data");
    const synced = calls.slice(0, renamed).map(([, path]) => relative(made, path));
    const entries = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
    expect(synced.sort()).toEqual(["", ...entries].sort());
    const parents = [dirname(dataDir), at(what), folder.path];
    expect(calls.slice(renamed + 1)).toEqual(parents.map((path) => ["sync", path]));
  },
);
