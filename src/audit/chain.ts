import { toHex } from "../lib/hex.ts";

/** What the first row of the trail is chained to. */
export const GENESIS = "0".repeat(64);

/** A row as it lies in the database; `details` is its JSON text, byte by byte. */
export interface StoredEntry {
  seq: number;
  id: string;
  actor: string;
  action: string;
  object_type: string;
  object_id: string;
  details: string;
  created_at: string;
}

/** SHA-256, in hex, of a row and the hash before it, as the JSON array of its fields in this order. */
export async function hashOf(entry: StoredEntry, previous: string): Promise<string> {
  const { seq, id, actor, action, object_type, object_id, details, created_at } = entry;
  const fields = [previous, seq, id, actor, action, object_type, object_id, details, created_at];
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  return toHex(await crypto.subtle.digest("SHA-256", bytes));
}
