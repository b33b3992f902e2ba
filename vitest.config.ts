import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { closingLine } from "./test/support/node/closing-line.ts";

export default defineConfig({
  test: {
    reporters: ["default", closingLine],
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
