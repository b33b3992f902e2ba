import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: [
    "./src/analysis/tables.ts",
    "./src/audit/tables.ts",
    "./src/jobs/tables.ts",
    "./src/rules/tables.ts",
    "./src/http/rate-table.ts",
  ],
  out: "./migrations/workspace",
});
