import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Links to the proof page of a signed report; what a reader sends is not stored, only its SHA-256. */
export const proofLinks = sqliteTable(
  "proof_links",
  {
    id: text("id").primaryKey(),
    session_id: text("session_id").notNull(),
    /** The signature that the link is for, which no later one renews. */
    signed_at: text("signed_at").notNull(),
    /** SHA-256 of what the page showed when the link was made, in hexadecimal digits. */
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
