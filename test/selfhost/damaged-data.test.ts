import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bucketFile, databaseFile } from "../../src/selfhost/backup/edge/data-files.ts";
import { findLostEntries, requireSoundData } from "../../src/selfhost/check-data.ts";
import { seededRandom } from "../support/random.ts";
import { preparedFolder, startService, temporaryFolder } from "../support/node/service.ts";

const folder = preparedFolder();
const copies = temporaryFolder();
const WORKSPACE = databaseFile("workspace");
const KNOWLEDGE = databaseFile("knowledge");

beforeAll(async () => {
  const service = await startService(folder.path);
  for (const name of ["one", "two", "three"]) {
    const body = JSON.stringify({ name, url: `https://${name}.example.com/feed`, enabled: false });
    await fetch(`${service.url}/api/pipeline/sources`, { method: "POST", body });
  }
  await service.stop();
  // A start seals what the last moment before the end left.
  await (await startService(folder.path)).stop();
});
afterAll(() => {
  folder.remove();
  copies.remove();
});

let count = 0;
/** A copy of the data folder. */
function copy(): string {
  const path = join(copies.path, `copy${(count += 1)}`);
  cpSync(folder.path, path, { recursive: true });
  return path;
}

function change(path: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  edit(bytes);
  writeFileSync(path, bytes);
}

/** Flips 300 bits wherever chance has it. */
function flipBits(path: string): void {
  const random = seededRandom(11);
  change(path, (bytes) => {
    for (let n = 0; n < 300; n += 1) {
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
  });
}

const DAMAGES: [name: string, damage: (path: string) => void, said: string][] = [
  ["is emptied", (path) => truncateSync(path, 0), "is empty"],
  ["is cut", (path) => truncateSync(path, 200_100), "is damaged"],
  ["has a broken header", (path) => change(path, (bytes) => bytes.fill(0xff, 0, 40)), "is damaged"],
  ["has 300 flipped bits", flipBits, "is damaged"],
  ["is removed", (path) => rmSync(path), "is missing"],
];

describe.each([
  ["workspace", WORKSPACE],
  ["knowledge base", KNOWLEDGE],
])("a %s", (_, file) => {
  it.each(DAMAGES)(
    "that %s stops the start, with the file and the remedy",
    (_name, damage, said) => {
      const dataDir = copy();
      damage(join(dataDir, file));
      expect(() => requireSoundData(dataDir)).toThrow(
        `The database ${join(dataDir, file)} ${said}. Move ${dataDir} away and restore a backup: npx tradecraft restore BACKUP --data-dir ${dataDir}`,
      );
    },
  );
});

describe("the start of the service", () => {
  it("ends with one sentence on a damaged folder, and 1", async () => {
    const dataDir = copy();
    truncateSync(join(dataDir, WORKSPACE), 0);
    const said = await startService(dataDir).catch((error: Error) => error.message.trim());
    expect(said).toMatch(/^The database \S+ is empty\. Move .* restore BACKUP --data-dir \S+$/);
  });

  it("accepts a new folder, and a sound one", () => {
    expect(() => requireSoundData(temporaryFolder().path)).not.toThrow();
    const dataDir = copy();
    expect(() => requireSoundData(dataDir)).not.toThrow();
    expect(findLostEntries(dataDir)).toBeNull();
  });

  it("notices an audit trail without its noted end", () => {
    const dataDir = copy();
    const database = new DatabaseSync(join(dataDir, WORKSPACE));
    database.exec("drop trigger audit_seals_no_delete; delete from audit_seals where seq = 3");
    database.close();
    requireSoundData(dataDir);
    expect(findLostEntries(dataDir)).toMatch(
      /lacks entry 3 of the audit trail.*audit\/verify.*restore BACKUP/,
    );
  });

  it("misses the table of objects", () => {
    const dataDir = copy();
    rmSync(join(dataDir, bucketFile()));
    for (const end of ["-wal", "-shm"]) rmSync(join(dataDir, bucketFile() + end), { force: true });
    expect(() => requireSoundData(dataDir)).toThrow(/R2BucketObject.* is missing\. Move/);
  });
});
