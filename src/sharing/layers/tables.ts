import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Annotation, NavigatorView } from "./navigator/format.ts";
import type { FormerTechnique, MigrationAccount } from "./schema.ts";

const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>().notNull();

export const layers = sqliteTable(
  "layers",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    domain: text("domain").notNull(),
    /** The release in which the ids were resolved; null if the domain had none. */
    version: text("version"),
    /** Upper case, distinct, sorted. */
    technique_ids: json<string[]>("technique_ids"),
    technique_count: integer("technique_count").notNull(),
    unknown_technique_ids: json<string[]>("unknown_technique_ids"),
    former_techniques: json<FormerTechnique[]>("former_techniques"),
    /** Annotations of an imported layer, in its order. */
    annotations: json<Annotation[]>("annotations"),
    navigator: json<NavigatorView>("navigator"),
    /** The account of its last migration; null for a layer that was never migrated. */
    migration: text("migration", { mode: "json" }).$type<MigrationAccount>(),
    /** Number of changes, to detect a change based on an older state. */
    revision: integer("revision").notNull(),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
  },
  (t) => [index("layers_by_change").on(t.updated_at), index("layers_by_domain").on(t.domain)],
);
