import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { closingLine } from "./test/support/node/closing-line.ts";

/**
 * All modules of a test file go to workerd in one message, which must stay under 32 MiB; the source
 * maps of packages alone are larger than that.
 */
const withoutPackageMaps = {
  name: "without-package-maps",
  transform: (code: string, id: string) =>
    id.includes("/node_modules/") ? { code, map: { mappings: "" as const } } : null,
};

export default defineConfig({
  test: {
    reporters: ["default", closingLine],
    projects: [
      {
        plugins: [
          withoutPackageMaps,
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                // No test asks the outside world, whatever job it leaves behind (RFC 6761: .invalid).
                ATTACK_INDEX_URL: "https://attack.unit.invalid/index.json",
                RDAP_BOOTSTRAP_URL: "https://rdap.unit.invalid",
                AUDIT_KEY: "the-key-of-the-trail-in-these-tests",
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
