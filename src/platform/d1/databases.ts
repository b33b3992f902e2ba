import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { renewVersion } from "./workspace-version.ts";

/** A statement that has not been sent; for a batch. */
export type Statement = BatchItem<"sqlite">;

/** A piece of SQL with its values. */
export type { SQL };

/** ATT&CK as published, by release. No audit trail belongs to it: what changes it is recorded in the workspace. */
export interface KnowledgeDb extends DrizzleD1Database {
  readonly holds: "knowledge";
}

/** What changes rows. */
export type Writer = Pick<DrizzleD1Database, "insert" | "update" | "delete">;

/**
 * Why a change of the workspace has no entry in the audit trail:
 * - `work`: jobs, leases and their progress
 * - `outcome`: how something ended whose beginning is recorded
 * - `count`: what is counted per minute
 * - `expiry`: what is removed when its time has come
 * - `trail`: the chain over the trail itself
 * - `derived`: what is computed from other rows, also by a read; no cached response is made of it
 */
export type Unrecorded = "work" | "outcome" | "count" | "expiry" | "trail" | "derived";

/** What changes nothing that a kept answer is made of, so that it leaves the mark of the workspace. */
const UNMARKED: ReadonlySet<Unrecorded> = new Set<Unrecorded>([
  "work",
  "count",
  "trail",
  "derived",
]);

/** Sends a batch with the writer of the workspace; for `commit` alone, which records what it changes. */
export const COMMIT: unique symbol = Symbol("commit");

/**
 * Everything that is ours and not ATT&CK's. It can be read by anyone who has it, and changed by
 * `commit`, which records the change, or by `unrecorded`, which says why it does not.
 */
export interface WorkspaceDb extends Pick<DrizzleD1Database, "select" | "all" | "batch"> {
  readonly holds: "workspace";
  /** Authenticates a row of the audit trail. */
  readonly sign: (text: string) => string;
  /** One change that the trail does not record; answers what its statement does. */
  unrecorded<S extends Statement>(
    why: Unrecorded,
    change: (write: Writer) => S,
  ): Promise<Awaited<S>>;
  /** Several changes of that kind, all or none; answers what each statement does, in order. */
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

/** Opens the workspace; every row of its audit trail is signed. */
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
 * 1 when a statement of a batch changed something, 0 when its condition did not hold. D1's own number
 * also counts what triggers and cascades changed beside it.
 */
export function changesOf(result: unknown): 0 | 1 {
  return (result as D1Result).meta.changes > 0 ? 1 : 0;
}
