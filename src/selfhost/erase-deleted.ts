import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { HALF_DELETED } from "../reading/sessions/vocabulary.ts";

/** Holds the Worker's requests to the databases for a moment. */
export interface DatabaseGate {
  /** Returns whether no request is in progress. If so, none starts before `release` or the end of the time. */
  hold(forMs: number): Promise<boolean>;
  release(): Promise<void>;
}

const SWEEP_MS = 10_000;
/** Longer than a rewrite takes. */
const HOLD_MS = 60_000;
/** The shortest interval between rewrites of a database, and the largest size for a rewrite while it serves. */
const REWRITE_MS = 30_000;
const MAX_SERVING_BYTES = 64 * 1024 * 1024;

/** Entries of the audit trail for deletions. */
const DELETIONS = "(action like '%.delete' or action in ('observable.bulk', 'rule.sample'))";
/**
 * Each deletion leaves an entry in the audit trail. `user_version` is the number of the last erased one. The
 * rows of a session are deleted after its entry, so nothing is erased while a session is half deleted.
 */
const PENDING = `select max(seq) as seq from audit where ${DELETIONS}
  and seq > (select user_version from pragma_user_version)
  and not exists (select 1 from sessions where failure = ?)`;

/**
 * Erases deleted rows from the database files, because SQLite frees their space without clearing it. Checks
 * every ten seconds. Requests wait only while rows are erased.
 * @returns a function that stops it, and resolves when no sweep is in progress
 */
export function startErasing(dataDir: string, gate: DatabaseGate): () => Promise<void> {
  let sweep = Promise.resolve();
  let rewrittenAt = 0;
  const run = async () => {
    if (Date.now() - rewrittenAt < REWRITE_MS || !hasPending(dataDir)) return;
    try {
      if (!(await gate.hold(HOLD_MS))) return;
      sweepFiles(dataDir, MAX_SERVING_BYTES);
      rewrittenAt = Date.now();
    } finally {
      await gate.release();
    }
  };
  const timer = setInterval(() => {
    sweep = sweep.then(run).catch(tell);
  }, SWEEP_MS);
  return async () => {
    clearInterval(timer);
    await sweep;
  };
}

/**
 * Erases deleted rows. No other process may have the databases open.
 * @param maxBytes a larger database is not rewritten
 */
export function eraseDeleted(dataDir: string, maxBytes = MAX_SERVING_BYTES): void {
  try {
    sweepFiles(dataDir, maxBytes);
  } catch (error) {
    tell(error);
  }
}

/** Returns whether a database that may be rewritten while it serves has rows to erase. Others may have it open. */
function hasPending(dataDir: string): boolean {
  return databaseFiles(dataDir).some((path) => {
    if (sizeOf(path) > MAX_SERVING_BYTES) return false;
    // A connection that may write locks the file when it closes, and workerd does not wait for locks.
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return pendingIn(database) !== null;
    } finally {
      database.close();
    }
  });
}

function sweepFiles(dataDir: string, maxBytes: number): void {
  for (const path of databaseFiles(dataDir)) {
    const database = new DatabaseSync(path);
    try {
      const seq = sizeOf(path) > maxBytes ? null : pendingIn(database);
      if (seq !== null) rewrite(database, seq, sizeOf(path));
    } catch (error) {
      tell(error);
    } finally {
      // Also after a failed rewrite, as on a full disk: the log must not grow without limit.
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      database.close();
    }
  }
}

/** Returns the number of the last deletion since the last rewrite; null for none. */
function pendingIn(database: DatabaseSync): number | null {
  const trail = database.prepare("select 1 from sqlite_schema where name = 'audit'").get();
  const seq = trail === undefined ? null : database.prepare(PENDING).get(HALF_DELETED)?.["seq"];
  return typeof seq === "number" ? seq : null;
}

/** Rewrites a database without its free space. */
function rewrite(database: DatabaseSync, seq: number, bytes: number): void {
  // A temporary file would contain the rows again.
  if (bytes <= MAX_SERVING_BYTES) database.exec("PRAGMA temp_store = MEMORY");
  else
    console.error(
      `Rewriting a database of ${Math.round(bytes / 2 ** 20)} MiB without deleted rows ...`,
    );
  database.exec("VACUUM");
  database.exec(`PRAGMA user_version = ${seq}`);
}

function databaseFiles(dataDir: string): string[] {
  const folder = join(dataDir, "d1");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sqlite") && !name.endsWith("metadata.sqlite"))
    .map((name) => join(folder, name));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function tell(error: unknown): void {
  console.error(`Could not erase deleted rows from the databases: ${String(error)}`);
}
