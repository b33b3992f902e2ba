import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ROLES } from "../../platform/auth/identity.ts";

/** API tokens. Only the SHA-256 of a token is stored. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** The user who created it, on whose behalf it acts. */
    owner: text("owner").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** Its first characters, by which its owner recognizes it. */
    hint: text("hint").notNull(),
    /** SHA-256 of the whole token, in hexadecimal digits. */
    hash: text("hash").notNull().unique(),
    created_at: text("created_at").notNull(),
    expires_at: text("expires_at").notNull(),
    /** To the hour; null if it was never used. */
    last_used_at: text("last_used_at"),
  },
  (t) => [index("api_tokens_by_owner").on(t.owner), index("api_tokens_by_expiry").on(t.expires_at)],
);
