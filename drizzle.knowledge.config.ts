import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/attack/tables.ts", "./src/sync/tables.ts"],
  out: "./migrations/knowledge",
});
