import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SkippedRelease, UpstreamRelease } from "./read-index.ts";

/** The last index from upstream, by its address. */
export const upstreamIndex = sqliteTable("upstream_index", {
  url: text("url").primaryKey(),
  etag: text("etag"),
  last_modified: text("last_modified"),
  releases: text("releases", { mode: "json" }).$type<UpstreamRelease[]>().notNull(),
  seen_at: text("seen_at").notNull(),
  /** Skipped releases of the index. */
  skipped: text("skipped", { mode: "json" }).$type<SkippedRelease[]>().notNull().default([]),
});

/** The last download from a bundle's address. */
export const upstreamBundles = sqliteTable("upstream_bundles", {
  url: text("url").primaryKey(),
  etag: text("etag"),
  last_modified: text("last_modified"),
  sha256: text("sha256").notNull(),
  /** `modified` in the index when this download was ingested, null until then. */
  ingested_modified: text("ingested_modified"),
});
