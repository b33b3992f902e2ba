import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openWorkspace } from "../../../src/platform/d1/databases.ts";
import { insertFrom } from "../../../src/platform/d1/insert-rows.ts";

const probes = sqliteTable("insert_from_probes", {
  id: integer("id").primaryKey(),
  /** Its key and its name differ, as may happen. */
  label: text("the_label"),
  /** Named as a column of `json_each`. */
  value: text("value"),
});

const db = openWorkspace(env.WORKSPACE_DB, () => "");
const stored = async () => await db.select().from(probes).orderBy(probes.id);
const rows = JSON.stringify([
  { of: "one", list: [1, 2] },
  { of: "two", list: [3] },
  { of: "none", list: [] },
]);
const from = sql`json_each(${rows}) i, json_each(i.value, '$.list') m`;
const values = { value: sql`i.value->>'$.of'`, id: sql`m.value`, label: sql`null` };

beforeAll(async () => {
  await env.WORKSPACE_DB.exec(
    "CREATE TABLE insert_from_probes (id INTEGER PRIMARY KEY, the_label TEXT, value TEXT)",
  );
});

beforeEach(async () => {
  await env.WORKSPACE_DB.exec("DELETE FROM insert_from_probes");
});

describe("insertFrom", () => {
  it("inserts a row for each row of its source, by the names of columns", async () => {
    await db.unrecorded("work", (write) => insertFrom(write, probes, values, from, sql`true`));
    expect(await stored()).toEqual([
      { id: 1, label: null, value: "one" },
      { id: 2, label: null, value: "one" },
      { id: 3, label: null, value: "two" },
    ]);
  });

  it("inserts those for which its condition holds", async () => {
    const held = sql`m.value > 1 and not exists (select 1 from insert_from_probes)`;
    const insert = async () =>
      await db.unrecorded("work", (write) => insertFrom(write, probes, values, from, held));
    await insert();
    expect((await stored()).map(({ id }) => id)).toEqual([2, 3]);
    await insert();
    expect(await stored()).toHaveLength(2);
  });

  it("inserts them in the order that is asked for", async () => {
    const first = sql`not exists (select 1 from insert_from_probes)`;
    const unkeyed = { ...values, id: sql`null`, label: sql`m.value` };
    const order = [sql`m.value desc`];
    await db.unrecorded("work", (write) => insertFrom(write, probes, unkeyed, from, first, order));
    expect((await stored()).map(({ label }) => label)).toEqual(["3", "2", "1"]);
  });

  it("goes with a clause for conflicts", async () => {
    for (let i = 0; i < 2; i += 1) {
      await db.unrecorded("work", (write) =>
        insertFrom(write, probes, values, from, sql`true`).onConflictDoUpdate({
          target: probes.id,
          set: { label: sql`excluded.value` },
        }),
      );
    }
    expect((await stored()).map(({ label }) => label)).toEqual(["one", "one", "two"]);
  });
});
