import { type D1Migration, env } from "cloudflare:test";
import { beforeAll } from "vitest";
import type { Bindings } from "../../src/bindings.ts";
import { closeServices } from "../../src/services.ts";

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {
      KNOWLEDGE_MIGRATIONS: D1Migration[];
      WORKSPACE_MIGRATIONS: D1Migration[];
    }
  }
}

const NAMES =
  "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";

/** Makes a database anew, all in one batch: applied one by one, migrations take a second a file. */
async function renew(db: D1Database, migrations: readonly D1Migration[]): Promise<void> {
  const { results } = await db.prepare(NAMES).all<{ type: string; name: string }>();
  await db.batch(
    [
      "PRAGMA defer_foreign_keys = on",
      ...results.map(({ type, name }) => `DROP ${type} "${name}"`),
      ...migrations.flatMap((migration) => migration.queries),
    ].map((query) => db.prepare(query)),
  );
}

async function empty(bucket: R2Bucket): Promise<void> {
  for (;;) {
    const { objects, truncated } = await bucket.list();
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}

beforeAll(async () => {
  closeServices(env);
  await renew(env.KNOWLEDGE_DB, env.KNOWLEDGE_MIGRATIONS);
  await renew(env.WORKSPACE_DB, env.WORKSPACE_MIGRATIONS);
  await empty(env.FILES);
});
