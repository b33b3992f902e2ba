import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { startService, temporaryFolder } from "../support/node/service.ts";

let folder = temporaryFolder();
afterAll(() => folder.remove());

interface Verdict {
  valid: boolean;
  rows: number;
  first_broken: { seq: number; id: string | null; reason: string } | null;
}

function* filesIn(path: string): Generator<string> {
  for (const name of readdirSync(path)) {
    const file = join(path, name);
    if (statSync(file).isDirectory()) yield* filesIn(file);
    else yield file;
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

/** Moves what lies in the write-ahead log into the database file, as the database does by itself. */
function checkpoint(): void {
  for (const file of [...filesIn(folder.path)].filter((name) => name.endsWith(".sqlite"))) {
    const database = new DatabaseSync(file);
    database.exec("pragma wal_checkpoint(truncate)");
    database.close();
  }
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
    await service.stop();
    if (isCheckpointed) checkpoint();
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
