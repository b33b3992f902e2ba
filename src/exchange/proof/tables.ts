import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Links to the proof page of a signed report. Only the SHA-256 of a link's secret is stored. */
export const proofLinks = sqliteTable(
  "proof_links",
  {
    id: text("id").primaryKey(),
    session_id: text("session_id").notNull(),
    /** Time of the link's signature. A later signature does not renew the link. */
    signed_at: text("signed_at").notNull(),
    /** SHA-256 of the page's content when the link was created, in hexadecimal digits. */
    content_sha256: text("content_sha256").notNull(),
    /** SHA-256 of the secret, in hexadecimal digits. */
    hash: text("hash").notNull().unique(),
    created_by: text("created_by").notNull(),
    created_at: text("created_at").notNull(),
    expires_at: text("expires_at").notNull(),
  },
  (t) => [
    index("proof_links_by_session").on(t.session_id),
    index("proof_links_by_expiry").on(t.expires_at),
  ],
);
