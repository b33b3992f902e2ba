import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";

/** ATT&CK as published, by release. */
export type KnowledgeDb = DrizzleD1Database & { readonly role?: "knowledge" };

/** Everything of ours; the specification's "DB 2". `sign` authenticates rows of the audit trail. */
export type WorkspaceDb = DrizzleD1Database & {
  readonly role?: "workspace";
  readonly sign: (text: string) => string;
};

/** Opens a D1 binding for the stores. */
export function openDatabase(binding: D1Database): DrizzleD1Database {
  return drizzle(binding);
}

/** Opens the workspace; every store that writes to it records what it did under this key. */
export function openWorkspace(binding: D1Database, sign: WorkspaceDb["sign"]): WorkspaceDb {
  return Object.assign(drizzle(binding), { sign });
}

/**
 * 1 when a statement of a batch changed something, 0 when its condition did not hold. D1's own number
 * also counts what triggers and cascades changed beside it.
 */
export function changesOf(result: unknown): 0 | 1 {
  return (result as D1Result).meta.changes > 0 ? 1 : 0;
}

/** A statement that has not been sent; for a batch. */
export type Statement = BatchItem<"sqlite">;

/** A piece of SQL with its values. */
export type { SQL };
