import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                KNOWLEDGE_MIGRATIONS: await readD1Migrations("migrations/knowledge"),
                WORKSPACE_MIGRATIONS: await readD1Migrations("migrations/workspace"),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["test/**/*.test.ts"],
          exclude: ["test/selfhost/**"],
          setupFiles: ["test/support/migrate.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "selfhost",
          include: ["test/selfhost/**/*.test.ts"],
          environment: "node",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
