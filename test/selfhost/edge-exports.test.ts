import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { bucketFile, databaseFile } from "../../src/selfhost/backup/edge/data-files.ts";
import { writeForEdge } from "../../src/selfhost/backup/edge/to-edge.ts";
import { restore } from "../../src/selfhost/backup/restore.ts";
import {
  BLOBS,
  CREATE_OBJECTS,
  type StoredObject,
  storeObject,
} from "../../src/selfhost/runtime/stored-objects.ts";
import { temporaryFolder } from "../support/node/service.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (...names: string[]) => join(folder.path, ...names);

const SQL = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT CHECK (length(text) < 100), word TEXT);
INSERT INTO notes VALUES (1, 'a', lower('B'));
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('notes', 7);
CREATE INDEX words ON notes (word) WHERE word IS NOT NULL;
CREATE VIEW all_notes AS SELECT * FROM notes;
CREATE TRIGGER noted AFTER INSERT ON notes BEGIN UPDATE notes SET word = json_quote(new.text); END;
ANALYZE;
`;

/** Restores the export to a new data folder. Returns the result or the error. */
async function restored(): Promise<string> {
  rmSync(at("back"), { recursive: true, force: true });
  const wanted = {
    archive: at("export"),
    keysArchive: null,
    dataDir: at("back"),
    isForEdge: false,
  };
  return await restore(wanted).catch((error: Error) => error.message);
}

function objectsIn(dataDir: string): StoredObject[] {
  const database = new DatabaseSync(join(dataDir, bucketFile()));
  const rows = database.prepare("SELECT * FROM _mf_objects ORDER BY key").all();
  database.close();
  return rows as unknown as StoredObject[];
}

beforeEach(() => {
  rmSync(at("export"), { recursive: true, force: true });
  mkdirSync(at("export/objects"), { recursive: true });
  for (const name of ["workspace", "knowledge"]) writeFileSync(at(`export/${name}.sql`), SQL);
});

describe("an export from Cloudflare", () => {
  it("may contain every kind of statement that D1 writes", async () => {
    expect(await restored()).toMatch(/back has what was exported/);
    const database = new DatabaseSync(at("back", databaseFile("workspace")));
    const rows = database.prepare("SELECT id, word FROM all_notes").all();
    database.close();
    expect(rows).toEqual([{ id: 1, word: "b" }]);
  });

  it.each([
    `ATTACH '${join(folder.path, "evil.sqlite")}' AS evil;`,
    `VACUUM INTO '${join(folder.path, "evil.sqlite")}';`,
    "PRAGMA writable_schema = ON;",
    "PRAGMA temp_store_directory = '/';",
    "SELECT load_extension('/evil.so');",
    "CREATE VIRTUAL TABLE evil USING fts5(text);",
    "CREATE TEMP TABLE evil (a);",
    "COMMIT;",
    "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n FROM more) SELECT * FROM more;",
  ])("is refused with a statement that D1 does not write: %s", async (sql) => {
    writeFileSync(at("export/knowledge.sql"), `${SQL}${sql}\n`);
    expect(await restored()).toMatch(
      /knowledge\.sql is not an export of D1: .* Export it again\.$/,
    );
    expect(readdirSync(folder.path)).toEqual(["export"]);
  });

  it("is refused with a list of objects in another format", async () => {
    writeFileSync(at("export/objects.json"), `[{"Path": 1}]`);
    expect(await restored()).toMatch(/objects\.json is not a list of rclone\. Write it again\.$/);
  });

  it("gives objects the metadata that rclone listed, and needs no list", async () => {
    mkdirSync(at("export/objects/sessions"));
    writeFileSync(at("export/objects/sessions/a"), "bytes");
    writeFileSync(at("export/objects/b"), "more");
    const metadata = {
      btime: "2026-11-28T12:00:00Z",
      "content-encoding": "gzip",
      "content-type": "text/html",
      filename: "r%C3%A9port.html",
      mtime: "2026-11-28T12:00:00Z",
      tier: "STANDARD",
    };
    const list = [{ Path: "sessions/a", Size: 5, Metadata: metadata }, { Path: "gone" }];
    writeFileSync(at("export/objects.json"), JSON.stringify(list));
    expect(await restored()).toMatch(/back has what was exported/);
    expect(objectsIn(at("back"))).toMatchObject([
      { key: "b", http_metadata: "{}", custom_metadata: "{}" },
      {
        key: "sessions/a",
        http_metadata: JSON.stringify({ contentEncoding: "gzip", contentType: "text/html" }),
        custom_metadata: JSON.stringify({ filename: "r%C3%A9port.html" }),
      },
    ]);
    rmSync(at("export/objects.json"));
    expect(await restored()).toMatch(/back has what was exported/);
    expect(objectsIn(at("back"))[1]).toMatchObject({ key: "sessions/a", http_metadata: "{}" });
  });
});

describe("a data folder that goes to Cloudflare and back", () => {
  const row: StoredObject = {
    key: "sessions/a/upload",
    blob_id: "0".repeat(32),
    version: "1",
    size: 5,
    etag: "1",
    uploaded: 0,
    checksums: "{}",
    http_metadata: JSON.stringify({ contentDisposition: "inline", contentType: "text/html" }),
    custom_metadata: JSON.stringify({ filename: "r%C3%A9port.html" }),
  };

  it("retains the metadata, which rclone gets for each object", async () => {
    for (const name of ["workspace", "knowledge"] as const) {
      mkdirSync(dirname(at("data", databaseFile(name))), { recursive: true });
      new DatabaseSync(at("data", databaseFile(name))).close();
    }
    mkdirSync(dirname(at("data", bucketFile())), { recursive: true });
    mkdirSync(at("data", BLOBS), { recursive: true });
    writeFileSync(at("data", BLOBS, row.blob_id), "bytes");
    const database = new DatabaseSync(at("data", bucketFile()));
    database.exec(CREATE_OBJECTS);
    const { sql, values } = storeObject(row);
    database.prepare(sql).run(...values);
    database.close();

    rmSync(at("export"), { recursive: true });
    await writeForEdge(at("data"), at("export"));
    const ask = (key: string) => {
      const input = JSON.stringify({ Remote: key, Metadata: { mtime: "now" } });
      const program = [at("export/rclone-metadata.mjs")];
      return JSON.parse(spawnSync(process.execPath, program, { input, encoding: "utf8" }).stdout);
    };
    expect(ask(row.key)).toEqual({
      Metadata: {
        "content-disposition": "inline",
        "content-type": "text/html",
        filename: "r%C3%A9port.html",
      },
    });
    expect(ask("another")).toEqual({ Metadata: {} });

    expect(await restored()).toMatch(/back has what was exported/);
    const [back] = objectsIn(at("back"));
    expect(back).toMatchObject({
      key: row.key,
      http_metadata: row.http_metadata,
      custom_metadata: row.custom_metadata,
    });
    expect(readFileSync(at("back", BLOBS, back?.blob_id ?? ""), "utf8")).toBe("bytes");
    expect(existsSync(at("back.restoring"))).toBe(false);
  });
});
