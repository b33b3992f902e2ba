import { sha256 } from "./digest.ts";

/** What the first row of the trail is chained to. */
export const GENESIS = "0".repeat(64);

/** What a row says; `details` is its JSON text, byte by byte. */
export interface EntryContent {
  id: string;
  actor: string;
  action: string;
  object_type: string;
  object_id: string;
  details: string;
  created_at: string;
}

/** A row as it lies in the database, its MAC included. */
export interface StoredEntry extends EntryContent {
  seq: number;
  /** Null for rows from before there was a key. */
  mac: string | null;
}

/** The last row that was sealed, its hash, and the first row that must be under the key of today. */
export interface ChainHead {
  seq: number;
  hash: string;
  from: number;
  /** When it was noted, ISO 8601. */
  at: string;
}

const contentOf = (entry: EntryContent) => {
  const { id, actor, action, object_type, object_id, details, created_at } = entry;
  return [id, actor, action, object_type, object_id, details, created_at];
};

/** SHA-256, in hex, of a row and the hash before it, as the JSON array of its fields in this order. */
export function hashOf(entry: StoredEntry, previous: string): string {
  return sha256(JSON.stringify([previous, entry.seq, ...contentOf(entry)]));
}

/** What the MAC of a row covers; its number is not known yet when it is written. */
export function entryText(entry: EntryContent): string {
  return JSON.stringify(["entry", ...contentOf(entry)]);
}

/** What the MAC of a seal covers; through the hash, all rows before it. */
export function sealText(seq: number, hash: string): string {
  return JSON.stringify(["seal", seq, hash]);
}

/** What the MAC of the head covers. */
export function headText({ seq, hash, from, at }: ChainHead): string {
  return JSON.stringify(["head", seq, hash, from, at]);
}

/** What the MAC at the end of an export covers. */
export function exportText(end: Record<string, unknown>): string {
  return JSON.stringify(["export", ...Object.values(end)]);
}
