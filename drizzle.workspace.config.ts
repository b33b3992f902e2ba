import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: [
    "./src/analysis/tables.ts",
    "./src/audit/tables.ts",
    "./src/collection/tables.ts",
    "./src/enrichment/tables.ts",
    "./src/imports/tables.ts",
    "./src/intake/tables.ts",
    "./src/jobs/tables.ts",
    "./src/layers/tables.ts",
    "./src/rules/tables.ts",
    "./src/http/rate-table.ts",
    "./src/observables/tables.ts",
    "./src/quotas/tables.ts",
  ],
  out: "./migrations/workspace",
});
