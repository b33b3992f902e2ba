import type { ObservableView } from "../schema.ts";

/** Columns of the CSV format. */
export const CSV_COLUMNS = [
  "id",
  "kind",
  "value",
  "normalized_value",
  "origin",
  "confidence",
  "tags",
  "report_ids",
  "session_ids",
  "first_seen_at",
  "last_seen_at",
  "role",
  "expires_at",
  "active",
  "created_at",
] as const satisfies readonly (keyof ObservableView)[];
