import { sha256 } from "./digest.ts";

/** Previous hash of the trail's first row. */
export const GENESIS = "0".repeat(64);

/** The content of a row. `details` is its exact JSON text. */
export interface EntryContent {
  id: string;
  actor: string;
  action: string;
  object_type: string;
  object_id: string;
  details: string;
  created_at: string;
}

/** A row as stored in the database, including its MAC. */
export interface StoredEntry extends EntryContent {
  seq: number;
  /** Null for rows from before there was a key. */
  mac: string | null;
}

/** The last sealed row, its hash, and the first row that must be under the current key. */
export interface ChainHead {
  seq: number;
  hash: string;
  from: number;
  /** When it was recorded, ISO 8601. */
  at: string;
}

const contentOf = (entry: EntryContent) => {
  const { id, actor, action, object_type, object_id, details, created_at } = entry;
  return [id, actor, action, object_type, object_id, details, created_at];
};

/** Returns the SHA-256, in hex, of a row and the hash before it, as the JSON array of its fields in this order. */
export function hashOf(entry: StoredEntry, previous: string): string {
  return sha256(JSON.stringify([previous, entry.seq, ...contentOf(entry)]));
}

/** Returns the text that a row's MAC covers. Its number is not known when it is written. */
export function entryText(entry: EntryContent): string {
  return JSON.stringify(["entry", ...contentOf(entry)]);
}

/** Returns the text that a seal's MAC covers, including all rows before it through the hash. */
export function sealText(seq: number, hash: string): string {
  return JSON.stringify(["seal", seq, hash]);
}

/** Returns the text that the head's MAC covers. */
export function headText({ seq, hash, from, at }: ChainHead): string {
  return JSON.stringify(["head", seq, hash, from, at]);
}

/** Returns the text that the MAC at the end of an export covers. */
export function exportText(end: Record<string, unknown>): string {
  return JSON.stringify(["export", ...Object.values(end)]);
}
