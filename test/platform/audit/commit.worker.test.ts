import { env } from "cloudflare:test";
import { eq, type SQL, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Act,
  commit,
  commitAndRead,
  type CommitDeps,
  type Part,
} from "../../../src/platform/audit/commit.ts";
import { openWorkspace } from "../../../src/platform/d1/databases.ts";
import { insertRow } from "../../../src/platform/d1/insert-rows.ts";

const probes = sqliteTable("commit_probes", {
  id: integer("id").primaryKey(),
  state: text("state").notNull(),
});

const workspace = openWorkspace(env.WORKSPACE_DB, (signed) => `signed:${signed.length}`);
const deps: CommitDeps = {
  workspace,
  now: () => "2026-01-31T00:00:00.000Z",
  newId: () => crypto.randomUUID(),
};
/** The trail is append-only, so each test has an object of its own. */
let act: Act = {
  actor: "ann",
  action: "job.retry",
  object: ["job", "none yet"],
  details: { note: "漢字" },
};

const insert =
  (id: number, state = "new"): Part =>
  (write, held) => [insertRow(write, probes, { id, state }, held)];
const setState =
  (id: number, state: string): Part =>
  (write, held) => [
    write
      .update(probes)
      .set({ state })
      .where(sql`${eq(probes.id, id)} and ${held}`),
  ];
const isAbsent = (id: number): SQL =>
  sql`not exists (select 1 from commit_probes where id = ${id})`;
const isIn = (id: number, state: string): SQL =>
  sql`exists (select 1 from commit_probes where id = ${id} and state = ${state})`;

const rows = async () => await workspace.select().from(probes).orderBy(probes.id);
const entries = async () =>
  (
    await env.WORKSPACE_DB.prepare(
      "SELECT actor, action, object_type, details, created_at, mac FROM audit WHERE object_id = ?",
    )
      .bind(act.object[1])
      .all()
  ).results;

beforeAll(async () => {
  await env.WORKSPACE_DB.exec(
    "CREATE TABLE commit_probes (id INTEGER PRIMARY KEY, state TEXT NOT NULL)",
  );
});

beforeEach(async () => {
  await env.WORKSPACE_DB.exec("DELETE FROM commit_probes");
  act = { ...act, object: ["job", crypto.randomUUID()] };
});

describe("commit", () => {
  it("changes rows and records who did what, with its MAC", async () => {
    expect(await commit(deps, { act, when: isAbsent(1), parts: [insert(1), insert(2)] })).toBe(
      true,
    );
    expect(await rows()).toEqual([
      { id: 1, state: "new" },
      { id: 2, state: "new" },
    ]);
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor: "ann",
      action: "job.retry",
      object_type: "job",
      details: '{"note":"漢字"}',
      created_at: "2026-01-31T00:00:00.000Z",
    });
    expect(entry?.["mac"]).toMatch(/^signed:\d+$/);
  });

  it("changes nothing and records nothing where its condition does not hold", async () => {
    await commit(deps, { act, when: "always", parts: [insert(1)] });
    const parts = [insert(2), setState(1, "changed")];
    expect(await commit(deps, { act, when: isAbsent(1), parts })).toBe(false);
    expect(await rows()).toEqual([{ id: 1, state: "new" }]);
    expect(await entries()).toHaveLength(1);
  });

  it("happens once of two at the same time", async () => {
    await commit(deps, { act, when: "always", parts: [insert(1)] });
    const change = (state: string) => ({ act, when: isIn(1, "new"), parts: [setState(1, state)] });
    const happened = await Promise.all([
      commit(deps, change("first")),
      commit(deps, change("second")),
    ]);
    expect(happened.filter(Boolean)).toHaveLength(1);
    expect(await rows()).toEqual([{ id: 1, state: happened[0] ? "first" : "second" }]);
    expect(await entries()).toHaveLength(2);
  });

  it("judges its condition by the rows before it, in whatever order its parts stand", async () => {
    const parts = [setState(1, "done"), insert(2)];
    for (const ordered of [parts, parts.toReversed()]) {
      await env.WORKSPACE_DB.exec("DELETE FROM commit_probes");
      await commit(deps, { act, when: "always", parts: [insert(1)] });
      // Either part alone makes the condition false for whatever would look at it later.
      const when = sql`${isIn(1, "new")} and ${isAbsent(2)}`;
      expect(await commit(deps, { act, when, parts: ordered })).toBe(true);
      expect(await rows()).toEqual([
        { id: 1, state: "done" },
        { id: 2, state: "new" },
      ]);
    }
  });

  it("is undone as a whole by a part that fails", async () => {
    await commit(deps, { act, when: "always", parts: [insert(1)] });
    const parts = [setState(1, "changed"), insert(2), insert(1)];
    await expect(commit(deps, { act, when: "always", parts })).rejects.toThrow();
    expect(await rows()).toEqual([{ id: 1, state: "new" }]);
    expect(await entries()).toHaveLength(1);
  });
});

describe("commitAndRead", () => {
  const read = workspace.select().from(probes).where(eq(probes.id, 1));

  it("answers what a select reads right after the change", async () => {
    const change = { act, when: isAbsent(1), parts: [insert(1), setState(1, "read")] };
    expect(await commitAndRead(deps, change, read)).toEqual([{ id: 1, state: "read" }]);
  });

  it("answers null where the change did not happen", async () => {
    const change = { act, when: isIn(1, "new"), parts: [] };
    expect(await commitAndRead(deps, change, read)).toBeNull();
  });
});
