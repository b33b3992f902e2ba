import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { writeTar } from "../../src/formats/tar/write-tar.ts";
import { backUp } from "../../src/selfhost/backup/back-up.ts";
import { readArchive } from "../../src/selfhost/backup/read-archive.ts";
import { restore as restoreTo, type Restoration } from "../../src/selfhost/backup/restore.ts";
import { takeSnapshot } from "../../src/selfhost/backup/snapshot.ts";
import { verify } from "../../src/selfhost/backup/verify.ts";
import { tryLock } from "../../src/selfhost/data-folder.ts";
import type { DatabaseGate } from "../../src/selfhost/erase-deleted.ts";
import { temporaryFolder } from "../support/node/service.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (name: string) => join(folder.path, name);

type Member = [name: string, content: string, type?: string];
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const HEAD = {
  tradecraft_backup: 1,
  created_at: "2026-11-28T12:00:00.000Z",
  content: "all",
  files: 1,
  bytes: 1000,
};

/** An archive of any members, right or wrong. */
async function archiveOf(name: string, members: readonly Member[]): Promise<string> {
  const files = members.map(([path, content]) => ({ name: path, content, modified: 0 }));
  const tar = await buffer(writeTar(Readable.from(files)));
  let block = 0;
  for (const [, content, type] of members) {
    if (type !== undefined) setType(tar.subarray(block, block + 512), type);
    block += 512 + Math.ceil(Buffer.byteLength(content) / 512) * 512;
  }
  writeFileSync(at(name), gzipSync(tar));
  return at(name);
}

/** Makes a member a link or the like, with the checksum that belongs to it. */
function setType(header: Buffer, type: string): void {
  header.write(type, 156);
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
}

const head = (change: object = {}): Member => [
  "backup.json",
  JSON.stringify({ ...HEAD, ...change }),
];
const sums = (...files: readonly Member[]): Member => [
  "SHA256SUMS",
  files.map(([name, content]) => `${sha256(content)}  ${name}\n`).join(""),
];
const one = (name: string): Member => [name, "x"];

const restore = async (wanted: Omit<Restoration, "isForEdge">) =>
  await restoreTo({ ...wanted, isForEdge: false });

/** Both ways to read an archive; neither may write anything. */
async function refusals(archive: string): Promise<string[]> {
  const target = at("target");
  const told = await Promise.all(
    [
      verify({ archive, keysArchive: null }),
      restore({ archive, keysArchive: null, dataDir: target }),
    ].map(async (work) => await work.then(String, (error: Error) => error.message)),
  );
  expect(readdirSync(folder.path).filter((name) => name.startsWith("target"))).toEqual([]);
  return told;
}

describe("an archive that is not what it says", () => {
  const hostile: [string, Member[], RegExp][] = [
    [
      "a path out of the folder",
      [head(), one("../evil"), sums(one("../evil"))],
      /leads out of the folder/,
    ],
    [
      "a path from the root",
      [head(), one("/tmp/evil"), sums(one("/tmp/evil"))],
      /leads out of the folder/,
    ],
    ["a path with a dot within", [head(), one("d1/../../evil"), sums()], /leads out of the folder/],
    ["a symbolic link", [head(), ["d1", "", "2"], sums()], /d1 is not a file/],
    ["a hard link", [head(), ["audit.key", "", "1"], sums()], /audit\.key is not a file/],
    ["a device", [head(), ["null", "", "3"], sums()], /null is not a file/],
    ["a folder", [head(), ["d1", "", "5"], sums()], /d1 is not a file/],
    [
      "a wrong hash",
      [head(), ["a.key", "x"], sums(["a.key", "y"])],
      /a\.key is not what was stored/,
    ],
    ["a file of the same name", [head({ files: 2 }), one("a"), one("a"), sums()], /is in it twice/],
    ["a file too many", [head(), one("a"), one("b"), sums()], /more than it announces/],
    ["more bytes than it says", [head({ bytes: 0 }), one("a"), sums()], /more than it announces/],
    ["a file too few", [head({ files: 2 }), one("a"), sums(one("a"))], /files are missing/],
    ["no hashes", [head(), one("a")], /ends early/],
    ["something after its end", [head(), one("a"), sums(one("a")), one("b")], /follows its end/],
    [
      "a newer version",
      [head({ tradecraft_backup: 2, content: "new" })],
      /newer version of Tradecraft/,
    ],
    ["another content", [head({ content: "some" })], /not a backup/],
    ["no head", [one("a"), sums(one("a"))], /not a backup/],
    ["no databases", [head(), one("a"), sums(one("a"))], /has no databases/],
    [
      "a file that is no database",
      [head(), one("d1/a.sqlite"), sums(one("d1/a.sqlite"))],
      /a\.sqlite is damaged/,
    ],
  ];

  it.each(hostile)("is refused: %s", async (_what, members, words) => {
    const archive = await archiveOf("hostile.tar.gz", members);
    expect(await refusals(archive)).toEqual([
      expect.stringMatching(words),
      expect.stringMatching(words),
    ]);
  });

  it.each([
    ["another file", Buffer.from("%PDF-1.7\n")],
    ["an empty file", Buffer.alloc(0)],
    ["compressed text", gzipSync("Hello")],
  ])("is refused: %s", async (_what, bytes) => {
    writeFileSync(at("other"), bytes);
    const words = expect.stringMatching(/not a backup that this command can read/);
    expect(await refusals(at("other"))).toEqual([words, words]);
  });
});

describe("the folder to which an archive is unpacked for a check", () => {
  const temporary = at("temporary");
  const left = (name: string) => join(temporary, `tradecraft-verify-${name}`);
  beforeAll(() => vi.stubEnv("TMPDIR", temporary));
  afterAll(() => vi.unstubAllEnvs());

  it("is removed, with leftovers of killed checks and nothing else", async () => {
    for (const name of ["killed", "locked", "nobody"]) {
      mkdirSync(left(name), { recursive: true });
      writeFileSync(join(left(name), "database"), "half");
    }
    writeFileSync(join(left("killed"), "lock.sqlite"), "");
    const lock = tryLock(left("locked"));
    mkdirSync(at("elsewhere"));
    writeFileSync(at("elsewhere/lock.sqlite"), "");
    symlinkSync(at("elsewhere"), left("linked"));
    const archive = await archiveOf("temporary.tar.gz", [head(), one("a.key"), sums(one("a.key"))]);
    await expect(verify({ archive, keysArchive: null })).rejects.toThrow(/has no databases/);
    lock?.close();
    const names = ["linked", "locked", "nobody"].map((name) => `tradecraft-verify-${name}`);
    expect(readdirSync(temporary).sort()).toEqual(names);
    expect([
      existsSync(at("elsewhere/lock.sqlite")),
      existsSync(join(left("locked"), "database")),
    ]).toEqual([true, true]);
  });
});

describe("a snapshot of a service", () => {
  it("fails when the databases were free again before all of them were read", async () => {
    const dataDir = at("held");
    mkdirSync(join(dataDir, "d1"), { recursive: true });
    new DatabaseSync(join(dataDir, "d1/a.sqlite")).close();
    let late = 0;
    const start = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => start + late);
    const gate: DatabaseGate = {
      // The answer comes when the time is over.
      hold: async (forMs) => await Promise.resolve((late += forMs + 1) > 0),
      release: async () => await Promise.resolve(),
    };
    await expect(takeSnapshot(dataDir, at("snapshot"), gate)).rejects.toThrow(
      /could not be read in time/,
    );
    clock.mockRestore();
  });
});

describe("an archive of a data folder", () => {
  const archive = at("made.tar.gz");
  const keys = at("keys.tar.gz");
  beforeAll(async () => {
    mkdirSync(at("data/d1"), { recursive: true });
    mkdirSync(at("data/r2/files/blobs"), { recursive: true });
    const database = new DatabaseSync(at("data/d1/a.sqlite"));
    database.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('kept')");
    database.close();
    const objects = new DatabaseSync(at("data/r2/b.sqlite"));
    objects.exec("CREATE TABLE _mf_objects (key TEXT, blob_id TEXT, size INTEGER)");
    objects.exec("INSERT INTO _mf_objects VALUES ('a', 'abc', 5)");
    objects.close();
    writeFileSync(at("data/r2/files/blobs/abc"), "bytes");
    writeFileSync(at("data/r2/files/blobs/orphan"), "nobody names it");
    writeFileSync(at("data/audit.key"), "k".repeat(64));
    // What a backup that was killed left.
    mkdirSync(at("data/snapshot"));
    writeFileSync(at("data/snapshot/half"), "half");
    writeFileSync(`${archive}.0123abcd.part`, "half");
    // Of a backup in progress to a file with a longer name.
    writeFileSync(`${archive}.old.0123abcd.part`, "another");
    await backUp({ dataDir: at("data"), file: archive, keysFile: keys });
  });

  it("has the keys apart if that is asked for, and nothing of what was left or nobody names", async () => {
    const list = async (file: string) => {
      const paths: string[] = [];
      const take = async (path: string, chunks: AsyncIterable<Uint8Array>) => {
        paths.push(path);
        for await (const _ of chunks);
      };
      await readArchive(file, { file: take });
      return paths;
    };
    expect(await list(archive)).toEqual(["d1/a.sqlite", "r2/b.sqlite", "r2/files/blobs/abc"]);
    expect(await list(keys)).toEqual(["audit.key"]);
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([
      "made.tar.gz.old.0123abcd.part",
    ]);
    expect(existsSync(at("data/snapshot"))).toBe(false);
  });

  it("is restored with its keys to a folder that is empty, and to no other", async () => {
    const dataDir = at("restored");
    mkdirSync(`${dataDir}.restoring`);
    writeFileSync(`${dataDir}.restoring/half`, "of a restore that was killed");
    mkdirSync(dataDir);
    await restore({ archive, keysArchive: keys, dataDir });
    expect(readFileSync(join(dataDir, "audit.key"), "utf8")).toBe("k".repeat(64));
    expect(readFileSync(join(dataDir, "r2/files/blobs/abc"), "utf8")).toBe("bytes");
    expect([existsSync(join(dataDir, "half")), existsSync(`${dataDir}.restoring`)]).toEqual([
      false,
      false,
    ]);
    await expect(restore({ archive, keysArchive: null, dataDir })).rejects.toThrow(
      /is not empty\. Name a new/,
    );
    await expect(
      restore({ archive: keys, keysArchive: null, dataDir: at("other-data") }),
    ).rejects.toThrow(/contains only keys/);
    expect(await restore({ archive, keysArchive: null, dataDir: at("keyless") })).toMatch(
      /key of the audit trail is missing/,
    );
  });

  it("leaves no archive of keys if the other one cannot be written", async () => {
    const wanted = { dataDir: at("data"), keysFile: at("left.tar.gz") };
    // Its name is too long for the part that comes first.
    const file = at(`${"x".repeat(245)}.tar.gz`);
    await expect(backUp({ ...wanted, file })).rejects.toThrow(/name too long/);
    expect(readdirSync(folder.path).filter((name) => name.startsWith("left"))).toEqual([]);
  });

  it("is not written if the bytes of an object are missing, and the message names them", async () => {
    const blob = at("data/r2/files/blobs/abc");
    renameSync(blob, at("moved"));
    const wanted = { dataDir: at("data"), file: at("short.tar.gz"), keysFile: null };
    await expect(backUp(wanted)).rejects.toThrow(/blobs\/abc of an object is missing/);
    renameSync(at("moved"), blob);
    expect(existsSync(at("short.tar.gz"))).toBe(false);
  });

  it("takes nothing but keys from an archive of keys", async () => {
    const members: Member[] = [
      ["audit.key", "k"],
      ["d1/more.sqlite", "x"],
    ];
    const mixed = await archiveOf("mixed.tar.gz", [
      head({ content: "keys", files: 2 }),
      ...members,
      sums(...members),
    ]);
    const dataDir = at("only-keys");
    await restore({ archive, keysArchive: mixed, dataDir });
    expect([existsSync(join(dataDir, "audit.key")), readdirSync(join(dataDir, "d1"))]).toEqual([
      true,
      ["a.sqlite"],
    ]);
  });

  it("is refused where there is too little space for it", async () => {
    const bytes = 2 ** 50;
    const huge = await archiveOf("huge.tar.gz", [head({ bytes }), ["d1/a.sqlite", "x"], sums()]);
    const tar = gunzipSync(readFileSync(huge));
    const block = 1024;
    // A size that is too large for octal digits is in binary.
    tar.writeBigUInt64BE(BigInt(bytes), block + 128);
    tar.writeUInt32BE(0x80000000, block + 124);
    setType(tar.subarray(block, block + 512), "0");
    writeFileSync(huge, gzipSync(tar));
    expect(await refusals(huge)).toEqual([
      expect.stringMatching(/has too little space: .*huge\.tar\.gz needs \d+ MiB\.$/),
      expect.stringMatching(/has too little space: .*huge\.tar\.gz needs \d+ MiB\.$/),
    ]);
  });

  it("is refused wherever it is cut off, and whichever byte of it is changed", async () => {
    const whole = readFileSync(archive);
    const damaged = /is damaged|not a backup|damaged\. Restore/;
    for (let part = 1; part < 40; part += 1) {
      const place = Math.floor((whole.length * part) / 40);
      writeFileSync(at("cut"), whole.subarray(0, place));
      const [cut] = await refusals(at("cut"));
      expect(cut).toMatch(damaged);
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 0x55;
      writeFileSync(at("changed"), changed);
      const [told] = await refusals(at("changed"));
      expect(told).toMatch(damaged);
    }
  });

  it("is refused when its databases are of a newer version, or lack the bytes of an object", async () => {
    const change = async (path: string, sql: string) => {
      const database = new DatabaseSync(at(`data/${path}`));
      database.exec(sql);
      database.close();
      const file = at(`changed-${path.replace("/", "-")}.tar.gz`);
      await backUp({ dataDir: at("data"), file, keysFile: null });
      return await refusals(file);
    };
    const [newer] = await change(
      "d1/a.sqlite",
      "CREATE TABLE d1_migrations (name TEXT); INSERT INTO d1_migrations VALUES ('9999_future.sql')",
    );
    expect(newer).toMatch(/newer version of Tradecraft/);
    const [short] = await change("r2/b.sqlite", "UPDATE _mf_objects SET size = 6");
    expect(short).toMatch(/newer version|of an object are missing/);
  });
});
