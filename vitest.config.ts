import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { closeRun } from "./test/support/node/closing-line.ts";
import { CORES, scaled } from "./test/support/node/machine.ts";
import { openRun, RUN_VARIABLE } from "./test/support/node/test-run.ts";

/**
 * All modules of a test file go to workerd in one message, which must stay under 32 MiB; the source
 * maps of packages alone are larger than that.
 */
const withoutPackageMaps = {
  name: "without-package-maps",
  transform: (code: string, id: string) =>
    id.includes("/node_modules/") ? { code, map: { mappings: "" as const } } : null,
};

const run = openRun();

export default defineConfig({
  test: {
    reporters: ["default", closeRun(run)],
    // Each of the tests that run side by side has a service of its own, or several.
    maxConcurrency: CORES,
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
          testTimeout: scaled(30_000),
          hookTimeout: scaled(30_000),
        },
      },
      {
        test: {
          name: "selfhost",
          include: ["test/selfhost/**/*.test.ts"],
          environment: "node",
          // Marks what the tests start, so that nothing of it outlives them.
          env: { [RUN_VARIABLE]: run },
          setupFiles: ["test/support/node/end-services.ts"],
        },
      },
    ],
  },
});
