import { spawnSync } from "node:child_process";
import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { type RunningService, startService, temporaryFolder } from "../support/node/service.ts";

let folder = temporaryFolder();
afterAll(() => folder.remove());

interface Verdict {
  valid: boolean;
  rows: number;
  first_broken: { seq: number; id: string | null; reason: string } | null;
  reason: string | null;
  head: string;
}

function* filesIn(path: string): Generator<string> {
  for (const name of readdirSync(path)) {
    const file = join(path, name);
    if (statSync(file).isDirectory()) yield* filesIn(file);
    else if (statSync(file).isFile()) yield file;
  }
}

/** Turns one letter of a word into another one wherever the word lies on disk; answers how often. */
function flipByte(word: string): number {
  let flipped = 0;
  for (const file of filesIn(folder.path)) {
    const bytes = readFileSync(file);
    for (let at = bytes.indexOf(word); at !== -1; at = bytes.indexOf(word, at + 1)) {
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      flipped += 1;
    }
    writeFileSync(file, bytes);
  }
  return flipped;
}

describe.each([
  ["the database file", true],
  ["the write-ahead log", false],
])("a byte flipped in a row of the audit trail, in %s", (_place, isCheckpointed) => {
  it("is found, and its row named", async () => {
    let service = await startService(folder.path);
    const verify = async () =>
      (await (await fetch(`${service.url}/api/pipeline/audit/verify`)).json()) as Verdict;
    const ids: string[] = [];
    for (const name of ["first", "second", "tamperedsource", "fourth"]) {
      const response = await fetch(`${service.url}/api/pipeline/sources`, {
        method: "POST",
        body: JSON.stringify({ name, url: `https://${name}.example.com/feed`, enabled: false }),
      });
      ids.push(((await response.json()) as { id: string }).id);
    }
    expect(await verify()).toMatchObject({ valid: true, rows: 4, first_broken: null });
    // A service that is stopped moves its log into the file; one that is killed leaves it.
    await (isCheckpointed ? service.stop() : service.killAll());
    // The name stands in the trail's details; the source's own row is another one.
    expect(flipByte('"name":"tamperedsource"')).toBeGreaterThan(0);
    service = await startService(folder.path);
    const verdict = await verify();
    expect(verdict).toMatchObject({ valid: false, rows: 2, first_broken: { seq: 3 } });
    const listed = await fetch(`${service.url}/api/pipeline/audit?object_id=${ids[2]}`);
    const [row] = (await listed.json()) as { id: string }[];
    // SQLite drops what follows a damaged frame of its log, the row itself included.
    expect(verdict.first_broken?.id).toBe(isCheckpointed ? row?.id : null);
    // What happens afterwards hides nothing.
    for (const name of ["fifth", "sixth", "seventh"]) {
      await fetch(`${service.url}/api/pipeline/sources`, {
        method: "POST",
        body: JSON.stringify({ name, url: `https://${name}.example.com/feed`, enabled: false }),
      });
    }
    expect(await verify()).toMatchObject({ valid: false });
    await service.stop();
    folder.remove();
    folder = temporaryFolder();
  });
});

const PATH = "/api/pipeline/audit";
const verifyAt = async (service: RunningService) =>
  (await (await fetch(`${service.url}${PATH}/verify`)).json()) as Verdict;
const exportFrom = async (service: RunningService, query = "") =>
  await (await fetch(`${service.url}${PATH}/export${query}`)).text();

async function addSources(service: RunningService, ...names: string[]): Promise<void> {
  for (const name of names) {
    const body = JSON.stringify({ name, url: `https://${name}.example.com/feed`, enabled: false });
    const { status } = await fetch(`${service.url}/api/pipeline/sources`, { method: "POST", body });
    expect(status).toBe(201);
  }
}

/** Runs SQL on the workspace of a stopped service, past all that guards it. */
function tamper(...statements: string[]): void {
  for (const file of [...filesIn(folder.path)].filter((name) => name.endsWith(".sqlite"))) {
    const database = new DatabaseSync(file);
    const tables = database.prepare("select name from sqlite_master").all();
    if (tables.some(({ name }) => name === "audit_seals")) {
      for (const { name } of tables.filter((row) => /^audit_.*no_/.test(String(row["name"])))) {
        database.exec(`drop trigger ${String(name)}`);
      }
      for (const statement of statements) database.exec(statement);
    }
    database.close();
  }
}

/** Removes the head, wherever the object storage keeps it. */
function removeHead(): void {
  for (const file of [...filesIn(folder.path)].filter((name) => name.endsWith(".sqlite"))) {
    const database = new DatabaseSync(file);
    const known = database.prepare("select 1 from sqlite_master where name = '_mf_objects'").get();
    if (known !== undefined) database.exec("delete from _mf_objects where key = 'audit/head.json'");
    database.close();
  }
}

/** `npm run verify-audit` on a text; answers how it ended and what it said. */
function verifyOffline(text: string, ...args: string[]): { status: number | null; said: string } {
  const file = join(folder.path, "export.ndjson");
  writeFileSync(file, text);
  const script = join(import.meta.dirname, "..", "..", "scripts", "verify-audit.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script, file, ...args]);
  return { status, said: stdout.toString() };
}

describe("the key of the audit trail", () => {
  it("lies beside the databases, for the service alone, and proves what they hold", async () => {
    let service = await startService(folder.path);
    const keyFile = join(folder.path, "audit.key");
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const key = readFileSync(keyFile, "utf8");
    await addSources(service, "one", "two", "three");
    expect(await verifyAt(service)).toMatchObject({ valid: true, rows: 3 });
    await service.stop();
    tamper("delete from audit where seq > 1", "delete from audit_seals where seq > 1");
    removeHead();
    service = await startService(folder.path);
    expect(readFileSync(keyFile, "utf8")).toBe(key);
    expect((await verifyAt(service)).reason).toContain("audit/head.json, is missing");
    await service.stop();
    tamper("delete from audit", "delete from audit_seals", "delete from sqlite_sequence");
    service = await startService(folder.path);
    await addSources(service, "four");
    expect((await verifyAt(service)).reason).toContain("audit/head.json, is missing");
    await service.stop();
  });

  it("is changed by renaming it, and the trail goes on under the new one", async () => {
    folder.remove();
    folder = temporaryFolder();
    let service = await startService(folder.path);
    await addSources(service, "one");
    await service.stop();
    const keyFile = join(folder.path, "audit.key");
    renameSync(keyFile, `${keyFile}.previous`);
    service = await startService(folder.path);
    await addSources(service, "two");
    expect(await verifyAt(service)).toMatchObject({ valid: true, rows: 3, under_key_from: 2 });
    expect(readFileSync(keyFile, "utf8")).not.toBe(readFileSync(`${keyFile}.previous`, "utf8"));
    const text = await exportFrom(service);
    await service.stop();
    for (const files of [[keyFile], [keyFile, `${keyFile}.previous`]]) {
      const args = files.flatMap((file) => ["--key-file", file]);
      expect(verifyOffline(text, ...args).status).toBe(0);
    }
    expect(verifyOffline(text, "--key-file", `${keyFile}.previous`).status).toBe(1);
  });

  it("stops the start when its file holds none", async () => {
    writeFileSync(join(folder.path, "audit.key"), "short");
    await expect(startService(folder.path)).rejects.toThrow(
      /audit\.key must hold a key of at least 32 characters/,
    );
    folder.remove();
    folder = temporaryFolder();
  });
});

describe("an export of the audit trail", () => {
  it("is verified without the service, and shows what was done to it or to the trail", async () => {
    let service = await startService(folder.path);
    const key = ["--key-file", join(folder.path, "audit.key")];
    await addSources(service, "one", "two", "three");
    const text = await exportFrom(service);
    const filtered = await exportFrom(service, "?action=source.create");
    expect(verifyOffline(text, ...key)).toEqual({
      status: 0,
      said: "Valid. Every row and the end fit the key.\n",
    });
    expect(verifyOffline(text).said).toBe("Valid. The hashes fit; no key was given.\n");
    expect(verifyOffline(filtered, ...key).status).toBe(0);
    const lines = text.split("\n");
    for (const [forged, reason] of [
      [text.replace('"name":"two"', '"name":"twa"'), "Row 2 was changed"],
      [text.replace('"actor":"local"', '"actor":"eve"'), "Row 1 was changed"],
      [lines.toSpliced(1, 1).join("\n"), "Row 3 does not follow"],
      [lines.toSpliced(2, 1).join("\n"), "The last line speaks of 3 rows"],
      [lines.toSpliced(3, 1).join("\n"), "it was cut off"],
      [text.replace('"rows":3', '"rows":4'), "The last line was changed"],
      ["", "it was cut off"],
    ] as const) {
      expect(forged).not.toBe(text);
      const { status, said } = verifyOffline(forged, ...key);
      expect([status, said]).toEqual([1, expect.stringContaining(reason)]);
    }
    writeFileSync(join(folder.path, "other.key"), "0".repeat(64));
    const others = verifyOffline(text, "--key-file", join(folder.path, "other.key"));
    expect(others.said).toContain("not under a key that was given");
    // A trail that is set back as a whole, head included, shows by what was noted of it elsewhere.
    await service.stop();
    const before = temporaryFolder();
    cpSync(folder.path, before.path, { recursive: true });
    service = await startService(folder.path);
    await addSources(service, "four");
    const { head } = await verifyAt(service);
    const anchor = ["--anchor", `4:${head}`];
    expect(verifyOffline(await exportFrom(service), ...key, ...anchor).status).toBe(0);
    await service.stop();
    rmSync(folder.path, { recursive: true });
    cpSync(before.path, folder.path, { recursive: true });
    service = await startService(folder.path);
    await addSources(service, "another");
    const { status, said } = verifyOffline(await exportFrom(service), ...key, ...anchor);
    expect([status, said]).toEqual([1, expect.stringContaining("noted as 4 is not in this trail")]);
    await service.stop();
    before.remove();
  });

  it("says so when it comes from a trail that was tampered with", async () => {
    tamper("delete from audit where seq > 2", "delete from audit_seals where seq > 2");
    const service = await startService(folder.path);
    const { status, said } = verifyOffline(await exportFrom(service));
    expect([status, said]).toEqual([1, expect.stringContaining("the head of the chain says")]);
    await service.stop();
    folder.remove();
    folder = temporaryFolder();
  });
});
