import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: [
    "./src/reading/sessions/tables.ts",
    "./src/reading/sessions/subjects/tables.ts",
    "./src/reading/dossiers/tables.ts",
    "./src/platform/audit/tables.ts",
    "./src/pipeline/collection/tables.ts",
    "./src/pipeline/enrichment/tables.ts",
    "./src/pipeline/imports/tables.ts",
    "./src/pipeline/intake/tables.ts",
    "./src/platform/jobs/tables.ts",
    "./src/sharing/layers/tables.ts",
    "./src/detection/rules/tables.ts",
    "./src/platform/rate-limits/tables.ts",
    "./src/pipeline/observables/tables.ts",
    "./src/pipeline/observables/warning-lists/tables.ts",
    "./src/platform/quotas/tables.ts",
    "./src/platform/d1/tables.ts",
    "./src/detection/coverage/log-sources/tables.ts",
    "./src/detection/coverage/history/tables.ts",
    "./src/detection/coverage/tests/tables.ts",
    "./src/exchange/tokens/tables.ts",
    "./src/exchange/webhooks/tables.ts",
  ],
  out: "./migrations/workspace",
});
