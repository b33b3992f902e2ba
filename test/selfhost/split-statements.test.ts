import { expect, it } from "vitest";
import { splitStatements } from "../../src/selfhost/backup/edge/split-statements.ts";

const STATEMENTS = [
  "PRAGMA defer_foreign_keys=TRUE;",
  "CREATE TABLE t (a text);",
  "-- note; here\nINSERT INTO t VALUES ('it''s; \"x\" -- no\nline', 4-2/2);",
  "CREATE TRIGGER a BEFORE UPDATE ON t BEGIN SELECT RAISE(ABORT, 'x; end;'); END;",
  `INSERT INTO "a;b" VALUES('${"y".repeat(3000)}');`,
];

// oxlint-disable-next-line typescript/require-await -- what is read comes in chunks elsewhere
async function* chunksOf(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function split(text: string, size: number): Promise<string[]> {
  const found: string[] = [];
  for await (const statement of splitStatements(chunksOf(text, size))) found.push(statement);
  return found;
}

it.each([1, 2, 7, 64, 100_000])("splits SQL that comes in chunks of %i", async (size) => {
  expect(await split(`${STATEMENTS.join("\n")}\n`, size)).toEqual(STATEMENTS);
});

it("names an export that was cut off", async () => {
  await expect(split("INSERT INTO t VALUES ('a;", 10)).rejects.toThrow(/ends within a statement/);
});
