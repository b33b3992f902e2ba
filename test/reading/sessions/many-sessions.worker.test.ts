import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import type { Bindings } from "../../../src/bindings.ts";
import worker from "../../../src/worker.ts";
import { newSession } from "../../support/edits.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { StatementCount } from "../../support/statements.ts";

const SESSIONS = 100;
const TECHNIQUES = 60;
const count = new StatementCount();
const bindings: Bindings = {
  ...env,
  KNOWLEDGE_DB: count.wrap(env.KNOWLEDGE_DB),
  WORKSPACE_DB: count.wrap(env.WORKSPACE_DB),
};

/** Copies of one session with many techniques each; one in ten has T1059, one in twenty a tag. */
beforeAll(async () => {
  await ingestSmallRelease();
  const { id } = await newSession("They ran T1566.");
  const columns = async (table: string, except: string[]) => {
    const info = env.WORKSPACE_DB.prepare(`select name from pragma_table_info('${table}')`);
    const { results } = await info.all<{ name: string }>();
    return results.map(({ name }) => name).filter((name) => !except.includes(name));
  };
  const own = (await columns("sessions", ["id", "tags"])).join(", ");
  const ofTechnique = (await columns("session_techniques", ["session_id", "attack_id"])).join(", ");
  const numbers = (name: string, most: number) =>
    `${name}(n) as (select 1 union all select n + 1 from ${name} where n < ${most})`;
  await env.WORKSPACE_DB.batch([
    env.WORKSPACE_DB.prepare(
      `with recursive ${numbers("s", SESSIONS)} insert into sessions (id, tags, ${own})
        select 'copy-' || s.n, iif(s.n % 20 = 0, '["Bank"]', '[]'), ${own} from s, sessions where id = ?`,
    ).bind(id),
    env.WORKSPACE_DB.prepare(
      `with recursive ${numbers("s", SESSIONS)}, ${numbers("t", TECHNIQUES)}
        insert into session_techniques (session_id, attack_id, ${ofTechnique})
        select 'copy-' || s.n, iif(t.n = 1 and s.n % 10 = 0, 'T1059.00' || (s.n % 3), 'T' || (1100 + t.n)), ${ofTechnique}
        from s, t, session_techniques found where found.session_id = ?`,
    ).bind(id),
  ]);
});

it.each([
  ["technique=T1059", 10],
  ["technique=T1059&tag=bank", 5],
  ["technique=T1059&tag=bank&search=run", 0],
  ["technique=T1999", 0],
])("a list by %s reads each session, and of its techniques those alone", async (filter, found) => {
  count.rowsRead = 0;
  const asked = new Request(`http://localhost/api/analyze/sessions?${filter}`);
  const response = await worker.fetch(
    asked as Parameters<typeof worker.fetch>[0],
    bindings,
    createExecutionContext(),
  );
  expect(response.headers.get("X-Total-Count")).toBe(String(found));
  // Twice, for the page and for how many there are; there are 6,000 techniques.
  expect(count.rowsRead).toBeLessThan(6 * SESSIONS);
});

it("pages tell the same of all orders", async () => {
  for (const order of ["newest", "oldest", "name", "techniques"]) {
    const ids = new Set<string>();
    for (const offset of [0, 40, 80, 120]) {
      const query = `order=${order}&limit=40&offset=${offset}`;
      const { body, headers } = await requestJson<{ session_id: string }[]>(
        `/api/analyze/sessions?${query}`,
      );
      expect(headers.get("X-Total-Count")).toBe(String(SESSIONS + 1));
      for (const item of body) ids.add(item.session_id);
    }
    expect(ids.size).toBe(SESSIONS + 1);
  }
});
