import { env } from "cloudflare:test";
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openWorkspace } from "../../../src/platform/d1/databases.ts";
import { insertRow, insertRows } from "../../../src/platform/d1/insert-rows.ts";

const probes = sqliteTable("insert_probes", {
  id: integer("id").primaryKey(),
  /** Its key and its name differ, as may happen. */
  label: text("the_label"),
  list: text("list", { mode: "json" }).$type<unknown>(),
  isOn: integer("is_on", { mode: "boolean" }),
});
type Probe = typeof probes.$inferInsert;

const db = openWorkspace(env.WORKSPACE_DB, () => "");
const always = sql`true`;

const WAYS: [name: string, insert: (rows: Probe[], held?: SQL) => Promise<unknown>][] = [
  [
    "insertRow",
    async (rows, held = always) =>
      await db.unrecordedBatch("work", (write) =>
        rows.map((row) => insertRow(write, probes, row, held)),
      ),
  ],
  [
    "insertRows",
    async (rows, held = always) =>
      await db.unrecordedBatch("work", (write) => insertRows(write, probes, rows, held)),
  ],
];

const stored = async () => await db.select().from(probes).orderBy(probes.id);
const raw = async () =>
  (await env.WORKSPACE_DB.prepare("SELECT * FROM insert_probes ORDER BY id").all()).results;

beforeAll(async () => {
  await env.WORKSPACE_DB.exec(
    "CREATE TABLE insert_probes (id INTEGER PRIMARY KEY, the_label TEXT, list TEXT, is_on INTEGER)",
  );
});

beforeEach(async () => {
  await env.WORKSPACE_DB.exec("DELETE FROM insert_probes");
});

describe.each(WAYS)("%s", (_, insert) => {
  it.each<[what: string, row: Omit<Probe, "id">]>([
    ["texts", { label: "a 'quoted' \"text\" $.x ?1 \\ \n\t", list: ["b"], isOn: true }],
    ["null", { label: null, list: null, isOn: null }],
    ["what stands for nothing elsewhere", { label: "", list: [], isOn: false }],
    ["nested JSON", { label: "null", list: { a: [1, null, "null", { b: {} }] }, isOn: null }],
    ["JSON that is a text, a number, true or false", { label: "1", list: "text", isOn: true }],
    ["Unicode beyond the BMP", { label: "漢字 😀 \u0007", list: { ключ: "😀" }, isOn: true }],
  ])("keeps %s", async (_what, row) => {
    await insert([{ id: 1, ...row }]);
    expect(await stored()).toEqual([{ id: 1, ...row }]);
  });

  it("stores the absence of JSON as NULL, and booleans as 0 and 1", async () => {
    await insert([
      { id: 1, list: null, isOn: false },
      { id: 2, list: false, isOn: true },
      { id: 3 },
    ]);
    expect(await raw()).toEqual([
      { id: 1, the_label: null, list: null, is_on: 0 },
      { id: 2, the_label: null, list: "false", is_on: 1 },
      { id: 3, the_label: null, list: null, is_on: null },
    ]);
  });

  it("stores half a character as a replacement of it, and the rest as it is", async () => {
    await insert([{ id: 1, label: "a\ud800b" }]);
    const [row] = await stored();
    expect(row?.label).toMatch(/^a\uFFFD+b$/);
  });

  it("inserts nothing where the condition does not hold, and no row of none", async () => {
    await insert([{ id: 1, label: "a" }], sql`1 = 2`);
    await insert([]);
    expect(await stored()).toEqual([]);
  });

  it("fails as a whole where one row does not fit", async () => {
    const rows = [{ id: 1 }, { id: 2 }, { id: 1 }];
    await expect(insert(rows)).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });
});

describe("insertRows", () => {
  const insert = WAYS[1]?.[1] ?? (async () => undefined);

  it("inserts more rows than fit into one parameter, in their order", async () => {
    const label = "x".repeat(1_000);
    const rows = Array.from({ length: 1_500 }, (_, i) => ({ id: i, label, list: [i], isOn: true }));
    const sent = insertRows(drizzle(env.WORKSPACE_DB), probes, rows, always);
    expect(sent.length).toBeGreaterThan(1);
    await insert(rows);
    expect(await stored()).toEqual(rows);
  });

  it("lets the condition speak of each row as `value`", async () => {
    await insert([{ id: 1 }, { id: 2 }, { id: 3 }], sql`value ->> '$.id' <> 2`);
    expect((await stored()).map(({ id }) => id)).toEqual([1, 3]);
  });
});
