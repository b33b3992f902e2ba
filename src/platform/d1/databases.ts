import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { renewVersion } from "./workspace-version.ts";

/** A statement for a batch, not sent yet. */
export type Statement = BatchItem<"sqlite">;

/** SQL with its values. */
export type { SQL };

/** Published ATT&CK releases. It has no audit trail: its changes are recorded in the workspace. */
export interface KnowledgeDb extends DrizzleD1Database {
  readonly holds: "knowledge";
}

/** The operations that change rows. */
export type Writer = Pick<DrizzleD1Database, "insert" | "update" | "delete">;

/**
 * Why a change of the workspace has no audit entry:
 * - `work`: jobs, leases and their progress
 * - `outcome`: how something ended whose beginning is recorded
 * - `count`: counts per minute
 * - `expiry`: removal of expired data
 * - `trail`: the chain over the trail itself
 * - `derived`: data computed from other rows, also by a read; no cached response depends on it
 */
export type Unrecorded = "work" | "outcome" | "count" | "expiry" | "trail" | "derived";

/** Changes that no cached response depends on, so that they do not renew the workspace version. */
const UNMARKED: ReadonlySet<Unrecorded> = new Set<Unrecorded>([
  "work",
  "count",
  "trail",
  "derived",
]);

/** Sends a batch with the writer of the workspace. Only `commit` uses it, because it records the changes. */
export const COMMIT: unique symbol = Symbol("commit");

/**
 * All data except ATT&CK. Any code can read it. Only `commit`, which records the change, and `unrecorded`, which
 * declares why it does not, can change it.
 */
export interface WorkspaceDb extends Pick<DrizzleD1Database, "select" | "all" | "batch"> {
  readonly holds: "workspace";
  /** Authenticates a row of the audit trail. */
  readonly sign: (text: string) => string;
  /** Makes one unrecorded change and returns the result of its statement. */
  unrecorded<S extends Statement>(
    why: Unrecorded,
    change: (write: Writer) => S,
  ): Promise<Awaited<S>>;
  /** Makes several unrecorded changes, all or none, and returns the result of each statement in order. */
  unrecordedBatch(
    why: Unrecorded,
    changes: (write: Writer) => readonly Statement[],
  ): Promise<unknown[]>;
  [COMMIT](statements: (write: Writer) => readonly Statement[]): Promise<unknown[]>;
}

/** Opens the knowledge base. */
export function openKnowledgeDb(binding: D1Database): KnowledgeDb {
  return Object.assign(drizzle(binding), { holds: "knowledge" as const });
}

/** Opens the workspace. Every row of its audit trail is signed. */
export function openWorkspace(binding: D1Database, sign: WorkspaceDb["sign"]): WorkspaceDb {
  const db = drizzle(binding);
  const send = async (statements: readonly Statement[]): Promise<unknown[]> => {
    const [first, ...rest] = statements;
    return first === undefined ? [] : await db.batch([first, ...rest]);
  };
  const sendMarked = async (statements: readonly Statement[]): Promise<unknown[]> =>
    (await send([...statements, renewVersion(db)])).slice(0, -1);
  return {
    holds: "workspace",
    sign,
    select: db.select.bind(db),
    all: db.all.bind(db),
    batch: db.batch.bind(db),
    unrecorded: async (why, change) => {
      const statement: unknown = change(db);
      if (UNMARKED.has(why)) return (await statement) as never;
      return (await sendMarked([statement as Statement]))[0] as never;
    },
    unrecordedBatch: async (why, changes) =>
      await (UNMARKED.has(why) ? send : sendMarked)(changes(db)),
    [COMMIT]: async (statements) => await sendMarked(statements(db)),
  };
}

/**
 * Returns 1 if a statement of a batch changed something, 0 if its condition was false. D1's own number also includes
 * changes by triggers and cascades.
 */
export function changesOf(result: unknown): 0 | 1 {
  return (result as D1Result).meta.changes > 0 ? 1 : 0;
}
