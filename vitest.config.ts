import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { closeRun } from "./test/support/node/closing-line.ts";
import { CORES, scaled } from "./test/support/node/machine.ts";
import { splitTests } from "./test/support/node/split-tests.ts";
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

/** The Worker with its bindings, as tests see them. */
const worker = () =>
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
  }));

/** Packages of many modules, each made one: otherwise every test file asks for all of them again. */
const deps = {
  optimizer: {
    ssr: {
      enabled: true,
      include: [
        "zod",
        "hono",
        "@hono/zod-openapi",
        "drizzle-orm",
        "drizzle-orm/batch",
        "drizzle-orm/d1",
        "drizzle-orm/sqlite-core",
        "ai",
        "@ai-sdk/anthropic",
        "@ai-sdk/google",
        "@ai-sdk/openai",
        "@ai-sdk/openai-compatible",
        "@cantoo/pdf-lib",
        "csv-stringify/browser/esm/sync",
        "diff",
        "entities",
        "fast-xml-parser",
        "fflate",
        "fontkit",
        "htmlparser2",
        "ipaddr.js",
        "jose",
        "saxes",
        "tldts",
        "unpdf",
        "uuid",
        "yaml",
      ],
    },
  },
};

const run = openRun();
const { pure, bound } = splitTests();

export default defineConfig({
  test: {
    reporters: ["default", closeRun(run)],
    // Files side by side, and in each as many tests: every one may have a service of its own.
    maxWorkers: CORES,
    maxConcurrency: CORES,
    projects: [
      {
        plugins: [withoutPackageMaps, worker()],
        test: {
          name: "worker",
          deps,
          maxWorkers: CORES,
          include: bound,
          setupFiles: ["test/support/migrate.ts"],
          testTimeout: scaled(30_000),
          hookTimeout: scaled(30_000),
        },
      },
      {
        plugins: [withoutPackageMaps, worker()],
        test: {
          name: "pure",
          deps,
          maxWorkers: CORES,
          include: pure,
          isolate: false,
          testTimeout: scaled(30_000),
        },
      },
      {
        test: {
          name: "selfhost",
          maxWorkers: CORES,
          include: ["test/selfhost/**/*.test.ts", "test/scripts/**/*.test.ts"],
          environment: "node",
          // Marks what the tests start, so that nothing of it outlives them.
          env: { [RUN_VARIABLE]: run },
          setupFiles: ["test/support/node/end-services.ts"],
        },
      },
    ],
  },
});
