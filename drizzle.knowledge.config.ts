import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/knowledge/attack/tables.ts", "./src/knowledge/sync/tables.ts"],
  out: "./migrations/knowledge",
});
