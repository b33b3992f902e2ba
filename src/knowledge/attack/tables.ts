import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { OBJECT_STATES, RELEASE_ORIGINS, RELEASE_STATES, SOFTWARE_TYPES } from "./vocabulary.ts";

export interface ExternalReference {
  source_name: string;
  description?: string;
  url?: string;
  external_id?: string;
}

const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>().notNull();
const releaseId = integer("release_id").notNull();

/** Columns that techniques, groups, campaigns and software share. */
const objectColumns = {
  release_id: releaseId,
  stix_id: text("stix_id").notNull(),
  attack_id: text("attack_id").notNull(),
  name: text("name").notNull(),
  description: text("description"),
  url: text("url"),
  state: text("state", { enum: OBJECT_STATES }).notNull(),
  /** The active object at the end of the `revoked-by` chain. */
  replaced_by: text("replaced_by"),
  created: text("created"),
  modified: text("modified"),
  external_references: json<ExternalReference[]>("external_references"),
};

export const releases = sqliteTable(
  "releases",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    domain: text("domain").notNull(),
    version: text("version").notNull(),
    version_rank: integer("version_rank").notNull(),
    state: text("state", { enum: RELEASE_STATES }).notNull(),
    origin: text("origin", { enum: RELEASE_ORIGINS }).notNull(),
    content_sha256: text("content_sha256").notNull(),
    technique_count: integer("technique_count").notNull(),
    group_count: integer("group_count").notNull(),
    campaign_count: integer("campaign_count").notNull(),
    staged_at: text("staged_at").notNull(),
    ingested_at: text("ingested_at"),
    retired_at: text("retired_at"),
  },
  (t) => [
    uniqueIndex("releases_ready")
      .on(t.domain, t.version)
      .where(sql`state = 'ready'`),
    index("releases_by_rank").on(t.domain, t.state, t.version_rank),
  ],
);

export const tactics = sqliteTable(
  "tactics",
  {
    release_id: releaseId,
    stix_id: text("stix_id").notNull(),
    attack_id: text("attack_id").notNull(),
    shortname: text("shortname").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    url: text("url"),
    /** Position in the matrix, from 0. */
    position: integer("position").notNull(),
  },
  (t) => [primaryKey({ columns: [t.release_id, t.stix_id] })],
);

export const techniques = sqliteTable(
  "techniques",
  {
    ...objectColumns,
    tactics: json<string[]>("tactics"),
    platforms: json<string[]>("platforms"),
    is_subtechnique: integer("is_subtechnique", { mode: "boolean" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.release_id, t.stix_id] }),
    index("techniques_by_attack_id").on(t.release_id, t.attack_id),
  ],
);

export const groups = sqliteTable(
  "groups",
  { ...objectColumns, aliases: json<string[]>("aliases") },
  (t) => [
    primaryKey({ columns: [t.release_id, t.stix_id] }),
    index("groups_by_attack_id").on(t.release_id, t.attack_id),
  ],
);

export const campaigns = sqliteTable(
  "campaigns",
  {
    ...objectColumns,
    aliases: json<string[]>("aliases"),
    first_seen: text("first_seen"),
    last_seen: text("last_seen"),
  },
  (t) => [
    primaryKey({ columns: [t.release_id, t.stix_id] }),
    index("campaigns_by_attack_id").on(t.release_id, t.attack_id),
  ],
);

export const software = sqliteTable(
  "software",
  {
    ...objectColumns,
    type: text("type", { enum: SOFTWARE_TYPES }).notNull(),
    aliases: json<string[]>("aliases"),
    platforms: json<string[]>("platforms"),
  },
  (t) => [
    primaryKey({ columns: [t.release_id, t.stix_id] }),
    index("software_by_attack_id").on(t.release_id, t.attack_id),
  ],
);

/** Active `uses` relationships between active objects, by ATT&CK id. */
export const uses = sqliteTable(
  "uses",
  {
    release_id: releaseId,
    source_id: text("source_id").notNull(),
    target_id: text("target_id").notNull(),
    description: text("description"),
  },
  (t) => [
    primaryKey({ columns: [t.release_id, t.source_id, t.target_id] }),
    index("uses_by_target").on(t.release_id, t.target_id),
  ],
);

/** Active `attributed-to` relationships: campaign to group, by ATT&CK id. */
export const attributions = sqliteTable(
  "attributions",
  {
    release_id: releaseId,
    campaign_id: text("campaign_id").notNull(),
    group_id: text("group_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.release_id, t.campaign_id, t.group_id] })],
);
