import { type SQL, sql } from "drizzle-orm";
import {
  changesOf,
  COMMIT,
  type Statement,
  type Unrecorded,
  type WorkspaceDb,
  type Writer,
} from "../d1/databases.ts";
import type { Runtime } from "../lib/runtime.ts";
import { type AuditEntry, entryStatement } from "./record.ts";

/** What a commit requires: the workspace, the time and new ids. */
export interface CommitDeps extends Pick<Runtime, "now" | "newId"> {
  workspace: WorkspaceDb;
}

/** Who did what to which object. `details` must not contain report text or secrets. */
export interface Act {
  actor: string;
  action: AuditEntry["action"];
  object: readonly [type: AuditEntry["object_type"], id: string];
  details: Record<string, unknown>;
}

/**
 * A part of a change: statements of one store on its own tables. Each may change something only if `held` is true, that
 * is, if the change's audit entry exists.
 */
export type Part = (write: Writer, held: SQL, now: string) => readonly Statement[];

export interface Change {
  act: Act;
  /** The condition on the rows before the change, or `always`. */
  when: SQL | "always";
  parts: readonly Part[];
}

/**
 * Makes a recorded change: condition, audit entry, rows and job in one batch. This is the only way to make one. The
 * entry is written first and only if the condition is true, and everything else only if the entry exists. So there is
 * no change without its entry and no entry without its change, and the order of parts does not matter. Returns whether
 * it happened.
 */
export async function commit(deps: CommitDeps, change: Change): Promise<boolean> {
  const [recorded] = await send(deps, change, []);
  return changesOf(recorded) === 1;
}

/**
 * Makes several independent changes in one batch, each with its entry, condition and parts. Returns which of them
 * happened.
 */
export async function commitEach(deps: CommitDeps, changes: readonly Change[]): Promise<boolean[]> {
  const places: number[] = [];
  const results = await deps.workspace[COMMIT]((write) => {
    const statements: Statement[] = [];
    for (const change of changes) {
      places.push(statements.length);
      statements.push(...statementsOf(deps, write, change));
    }
    return statements;
  });
  return places.map((place) => changesOf(results[place]) === 1);
}

/**
 * Makes a change and returns what a select reads right after it in the same batch. Returns null if it did not happen.
 */
export async function commitAndRead<S extends Statement>(
  deps: CommitDeps,
  change: Change,
  read: S,
): Promise<Awaited<S> | null> {
  const results = await commitAndReadAll(deps, change, [read]);
  return results === null ? null : results[0];
}

/** Makes a change and returns what several selects read, in order. */
export async function commitAndReadAll<const S extends readonly Statement[]>(
  deps: CommitDeps,
  change: Change,
  reads: S,
): Promise<{ -readonly [K in keyof S]: Awaited<S[K]> } | null> {
  const results = await send(deps, change, reads);
  if (changesOf(results[0]) !== 1) return null;
  return results.slice(results.length - reads.length) as never;
}

/**
 * Writes parts in one batch without an audit entry, and returns what the selects read right after them.
 * @param why there is no entry
 */
export async function writeUnrecorded<const S extends readonly Statement[]>(
  deps: CommitDeps,
  why: Unrecorded,
  parts: readonly Part[],
  reads: S,
): Promise<{ -readonly [K in keyof S]: Awaited<S[K]> }> {
  const now = deps.now();
  const results = await deps.workspace.unrecordedBatch(why, (write) => [
    ...parts.flatMap((part) => part(write, sql`true`, now)),
    ...reads,
  ]);
  return results.slice(results.length - reads.length) as never;
}

async function send(
  deps: CommitDeps,
  change: Change,
  then: readonly Statement[],
): Promise<unknown[]> {
  return await deps.workspace[COMMIT]((write) => [...statementsOf(deps, write, change), ...then]);
}

function statementsOf(deps: CommitDeps, write: Writer, { act, when, parts }: Change): Statement[] {
  const { actor, action, object, details } = act;
  const [object_type, object_id] = object;
  const id = deps.newId();
  const created_at = deps.now();
  const entry = { id, actor, action, object_type, object_id, details, created_at };
  const held = sql`exists (select 1 from audit where id = ${id})`;
  return [
    entryStatement(write, deps.workspace.sign, entry, when === "always" ? sql`true` : when),
    ...parts.flatMap((part) => part(write, held, created_at)),
  ];
}
