import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  commitAndReadAll,
  type CommitDeps,
  type Part,
  writeUnrecorded,
} from "../../../src/platform/audit/commit.ts";
import { openWorkspace } from "../../../src/platform/d1/databases.ts";
import { insertRow } from "../../../src/platform/d1/insert-rows.ts";

const probes = sqliteTable("unrecorded_probes", { id: integer("id").primaryKey() });

const workspace = openWorkspace(env.WORKSPACE_DB, () => "");
const deps: CommitDeps = {
  workspace,
  now: () => "2026-01-31T00:00:00.000Z",
  newId: () => crypto.randomUUID(),
};
const insert =
  (id: number): Part =>
  (write, held) => [insertRow(write, probes, { id }, held)];
const all = () => workspace.select().from(probes).orderBy(probes.id);
const largest = () => workspace.select({ id: sql<number>`max(id)`.as("largest") }).from(probes);
const entries = async () =>
  await env.WORKSPACE_DB.prepare("select count(*) as n from audit").first<number>("n");

beforeAll(async () => {
  await env.WORKSPACE_DB.exec("CREATE TABLE unrecorded_probes (id INTEGER PRIMARY KEY)");
});

beforeEach(async () => {
  await env.WORKSPACE_DB.exec("DELETE FROM unrecorded_probes");
});

describe("writeUnrecorded", () => {
  it("writes parts without an entry, and answers what is read after them", async () => {
    const before = await entries();
    const reads = [all(), largest()] as const;
    const parts = [insert(1), insert(2)];
    expect(await writeUnrecorded(deps, "outcome", parts, reads)).toEqual([
      [{ id: 1 }, { id: 2 }],
      [{ id: 2 }],
    ]);
    expect(await writeUnrecorded(deps, "outcome", [insert(3)], [])).toEqual([]);
    expect(await writeUnrecorded(deps, "outcome", [], [])).toEqual([]);
    expect(await all()).toHaveLength(3);
    expect(await entries()).toBe(before);
  });

  it("writes all parts or none", async () => {
    const parts = [insert(1), insert(1)];
    await expect(writeUnrecorded(deps, "outcome", parts, [])).rejects.toThrow();
    expect(await all()).toEqual([]);
  });
});

describe("commitAndReadAll", () => {
  const change = (id: string, when: "always" | ReturnType<typeof sql>) => ({
    act: { actor: "ann", action: "job.retry" as const, object: ["job", id] as const, details: {} },
    when,
    parts: [insert(1)],
  });

  it("answers each select, in their order", async () => {
    const answers = await commitAndReadAll(deps, change("a", "always"), [largest(), all()]);
    expect(answers).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });

  it("answers null when it did not happen", async () => {
    const before = await entries();
    expect(await commitAndReadAll(deps, change("b", sql`1 = 2`), [all(), all()])).toBeNull();
    expect([await all(), await entries()]).toEqual([[], before]);
  });
});
