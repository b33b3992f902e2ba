import { applyD1Migrations, type D1Migration, env } from "cloudflare:test";
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

beforeAll(async () => {
  await applyD1Migrations(env.KNOWLEDGE_DB, env.KNOWLEDGE_MIGRATIONS);
  await applyD1Migrations(env.WORKSPACE_DB, env.WORKSPACE_MIGRATIONS);
});
