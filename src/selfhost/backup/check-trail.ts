import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EXECUTION, loadWorker, ORIGIN, prepareProcess } from "../in-process/load-worker.ts";
import { MemoryR2 } from "../in-process/memory-r2.ts";
import { SqliteD1 } from "../in-process/sqlite-d1.ts";
import { migrate } from "../migrate.ts";
import { PROJECT } from "../project.ts";

/** The key of the object with the end of the trail. */
export const HEAD_KEY = "audit/head.json";

/** Paths of copies of the files that make up an audit trail. */
export interface TrailFiles {
  workspace: string;
  knowledge: string;
  head: string | null;
  key: string;
  previousKey: string | null;
}

interface Verdict {
  valid: boolean;
  rows: number;
  reason: string | null;
}

/**
 * Verifies an audit trail with the Worker, which may change the copies.
 * @returns the number of entries
 * @throws Error with one sentence if it is not valid
 */
export async function checkTrail(files: TrailFiles): Promise<number> {
  const workspace = new DatabaseSync(files.workspace);
  const knowledge = new DatabaseSync(files.knowledge);
  try {
    const { valid, rows, reason } = await askWorker(files, workspace, knowledge);
    if (valid) return rows;
    throw new Error(`The audit trail is not valid: ${reason ?? ""}`);
  } finally {
    workspace.close();
    knowledge.close();
  }
}

async function askWorker(
  files: TrailFiles,
  workspace: DatabaseSync,
  knowledge: DatabaseSync,
): Promise<Verdict> {
  prepareProcess();
  const worker = await loadWorker();
  const previous = files.previousKey === null ? {} : { AUDIT_KEY_PREVIOUS: key(files.previousKey) };
  const env = {
    WORKSPACE_DB: await migrated(workspace, "workspace"),
    KNOWLEDGE_DB: await migrated(knowledge, "knowledge"),
    FILES: await bucketOf(files.head),
    AUDIT_KEY: key(files.key),
    AUDIT_ADOPT: "false",
    ...previous,
  };
  const ask = async () => {
    const request = new Request(`${ORIGIN}/api/pipeline/audit/verify`);
    const response = await worker.fetch(request, env, EXECUTION);
    if (response.ok) return (await response.json()) as Verdict;
    throw new Error(`The audit trail cannot be verified: ${await response.text()}`);
  };
  // The first request seals entries that were unsealed at the time of the copy, as a start of the service does.
  await ask();
  return await ask();
}

const key = (path: string) => readFileSync(path, "utf8").trim();

async function bucketOf(head: string | null): Promise<MemoryR2> {
  const files = new MemoryR2();
  if (head !== null) await files.put(HEAD_KEY, new Uint8Array(readFileSync(head)));
  return files;
}

/** Migrates the copy of a database, which an earlier version may have written. */
async function migrated(database: DatabaseSync, name: string): Promise<SqliteD1> {
  const d1 = new SqliteD1(database);
  await migrate(
    async (statements) => {
      const bound = statements.map(({ sql, values }) => d1.prepare(sql).bind(...values));
      return (await d1.batch(bound)).map(({ results }) => results);
    },
    join(PROJECT, "migrations", name),
  );
  return d1;
}
