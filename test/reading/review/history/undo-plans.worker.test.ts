import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { openWorkspace } from "../../../../src/platform/d1/databases.ts";
import { ChangeStore } from "../../../../src/reading/sessions/change-store.ts";
import { markReady } from "../../../support/ready.ts";

beforeAll(markReady);

const ID = "00000000-0000-7000-8000-000000000001";

/** The workspace, and the statements that are prepared on it. */
function record(): { database: D1Database; statements: string[] } {
  const statements: string[] = [];
  const { WORKSPACE_DB: inner } = env;
  const database = {
    prepare: (sql: string) => {
      statements.push(sql);
      return inner.prepare(sql);
    },
    batch: (prepared: D1PreparedStatement[]) => inner.batch(prepared),
  } as Partial<D1Database> as D1Database;
  return { database, statements };
}

async function planOf(sql: string): Promise<string> {
  const values = Array.from(sql.matchAll(/\?/gu), () => ID);
  const { results } = await env.WORKSPACE_DB.prepare(`explain query plan ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail).join("\n");
}

it("reads no other session's changes to undo one", async () => {
  const { database, statements } = record();
  const changes = new ChangeStore(openWorkspace(database, () => ""));
  await changes.find(ID, ID);
  await changes.findBatch(ID, ID);
  expect(statements.length).toBeGreaterThanOrEqual(4);
  for (const sql of statements) expect(await planOf(sql)).not.toMatch(/session_changes$/mu);
});
