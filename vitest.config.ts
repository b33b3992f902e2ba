import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { dataFolder } from "./scripts/data/data-folder.ts";
import { closeRun } from "./test/support/node/closing-line.ts";
import { CORES, scaled } from "./test/support/node/machine.ts";
import { openRun, RUN_VARIABLE } from "./test/support/node/test-run.ts";
import { yamlForVite } from "./scripts/yaml-modules.mjs";
import { V8_FLAGS } from "./src/selfhost/runtime/v8-flags.ts";

// Read by Miniflare, which starts workerd for the project `worker`.
process.env["MINIFLARE_WORKERD_V8_FLAGS"] = V8_FLAGS.join(" ");

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
const worker = cloudflareTest(async () => ({
  main: "test/support/worker.ts",
  wrangler: { configPath: "./wrangler.toml" },
  miniflare: {
    bindings: {
      // No test asks the outside world, whatever job it leaves behind (RFC 6761: .invalid).
      ATTACK_INDEX_URL: "https://attack.unit.invalid/index.json",
      RDAP_BOOTSTRAP_URL: "https://rdap.unit.invalid",
      MISP_URL: "https://misp.unit.invalid",
      SERVER_CREDENTIALS: `{"https://misp.unit.invalid": {"key": "unit"}}`,
      AUDIT_KEY: "the-key-of-the-trail-in-these-tests",
      // Off unless an operator wants it.
      PROOF_LINKS: "true",
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
        "hono/route",
        "@hono/zod-openapi",
        "drizzle-orm",
        "drizzle-orm/batch",
        "drizzle-orm/d1",
        "drizzle-orm/sqlite-core",
        "@ai-sdk/anthropic",
        "@ai-sdk/google",
        "@ai-sdk/openai",
        "@ai-sdk/openai-compatible",
        "@ai-sdk/provider",
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

/** Tests that need bindings, and so run in workerd. */
const IN_WORKERD = ["test/**/*.worker.test.ts"];

/** Tests that need real releases and reports (docs/measuring.md): `npm run test:data`. */
const WITH_DATA = ["test/**/*.data.test.ts"];

/** Tests that kill, flood or fill the service, or go through every page: `npm run test:long`. */
const LONG = ["test/**/*.long.test.ts"];

/** Tests that need the binaries of real runtimes of language models (CONTRIBUTING.md): `npm run test:runtimes`. */
const WITH_RUNTIMES = ["test/**/*.runtime.test.ts"];

/** Tests that start the service. */
const WITH_SERVICE = ["test/selfhost/**/*.test.ts"];

/** Tests of the pages, in a browser. */
const IN_BROWSER = ["test/console/**/*.test.ts"];

/** Two more than there are cores: tests that start the service wait for it half of the time. */
const WORKERS = CORES + 2;

const run = openRun();

/** What tests in Node inherit: the run's name, by which what they start is found and ended. */
const env = { [RUN_VARIABLE]: run, DATA: join(run, "no-data") };

export default defineConfig({
  test: {
    reporters: ["default", closeRun(run)],
    // Files side by side, and in each as many tests: every one may have a service of its own.
    maxWorkers: WORKERS,
    maxConcurrency: CORES,
    projects: [
      {
        plugins: [yamlForVite],
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...IN_WORKERD, ...WITH_DATA, ...WITH_RUNTIMES, ...WITH_SERVICE, ...IN_BROWSER],
          environment: "node",
          env,
          // Pure code has no state to separate; sharing one module graph halves the time.
          isolate: false,
          testTimeout: scaled(30_000),
        },
      },
      {
        plugins: [yamlForVite, withoutPackageMaps, worker],
        test: {
          name: "worker",
          deps,
          maxWorkers: WORKERS,
          include: IN_WORKERD,
          // Modules are loaded once; test/support/migrate.ts empties the data for each file.
          isolate: false,
          // A line that a request's context logs at the end of a file could wait for ever to be passed on.
          disableConsoleIntercept: true,
          // What happens beside a test comes a moment later, on a busy machine some seconds.
          expect: { poll: { timeout: scaled(15_000) } },
          setupFiles: ["test/support/migrate.ts"],
          testTimeout: scaled(30_000),
          hookTimeout: scaled(30_000),
        },
      },
      {
        plugins: [yamlForVite],
        test: {
          name: "console",
          // After all others and fewer at once: a browser keeps more than one core busy.
          maxWorkers: CORES,
          sequence: { groupOrder: 1 },
          include: IN_BROWSER,
          exclude: LONG,
          environment: "node",
          // A page shows what came a moment later, on a busy machine some seconds.
          expect: { poll: { timeout: scaled(15_000) } },
          env,
          setupFiles: ["test/support/node/end-services.ts"],
        },
      },
      {
        plugins: [yamlForVite],
        test: {
          name: "selfhost",
          maxWorkers: WORKERS,
          include: WITH_SERVICE,
          exclude: [...WITH_DATA, ...LONG],
          environment: "node",
          env,
          setupFiles: ["test/support/node/end-services.ts"],
        },
      },
      {
        plugins: [yamlForVite],
        test: {
          name: "long",
          maxWorkers: CORES,
          include: LONG,
          environment: "node",
          expect: { poll: { timeout: scaled(15_000) } },
          env,
          setupFiles: ["test/support/node/end-services.ts"],
        },
      },
      {
        plugins: [yamlForVite],
        test: {
          name: "runtimes",
          maxWorkers: 1,
          include: WITH_RUNTIMES,
          environment: "node",
          env,
          setupFiles: ["test/support/node/end-services.ts"],
        },
      },
      {
        plugins: [yamlForVite],
        test: {
          name: "data",
          maxWorkers: WORKERS,
          include: WITH_DATA,
          environment: "node",
          env: { [RUN_VARIABLE]: run, DATA: dataFolder() },
          setupFiles: ["test/support/node/end-services.ts"],
        },
      },
    ],
  },
});
