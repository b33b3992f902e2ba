import { type D1Migration, env } from "cloudflare:test";
import { beforeAll } from "vitest";
import type { Bindings } from "../../src/bindings.ts";

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {
      KNOWLEDGE_MIGRATIONS: D1Migration[];
      WORKSPACE_MIGRATIONS: D1Migration[];
    }
  }
}

/** All of a database in one batch: applied one by one, as a deploy does it, they take a second a file. */
async function migrate(db: D1Database, migrations: readonly D1Migration[]): Promise<void> {
  const queries = migrations.flatMap((migration) => migration.queries);
  await db.batch(queries.map((query) => db.prepare(query)));
}

beforeAll(async () => {
  await migrate(env.KNOWLEDGE_DB, env.KNOWLEDGE_MIGRATIONS);
  await migrate(env.WORKSPACE_DB, env.WORKSPACE_MIGRATIONS);
});
