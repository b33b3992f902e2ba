import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRow } from "../../../platform/d1/insert-rows.ts";
import { warningLists } from "./tables.ts";

export type UploadedList = typeof warningLists.$inferSelect;

const PREFIX = "warning-lists/";
/** A file without a row may belong to a row that is about to be stored. */
const SPARED_SECONDS = 600;

/** Lists that administrators uploaded: facts in the workspace, entries in object storage. */
export class WarningListStore {
  readonly #db: WorkspaceDb;
  readonly #files: R2Bucket;

  constructor(db: WorkspaceDb, files: R2Bucket) {
    this.#db = db;
    this.#files = files;
  }

  /** Returns all lists by name. */
  async list(): Promise<UploadedList[]> {
    return await this.#db.select().from(warningLists).orderBy(asc(warningLists.name));
  }

  /** Returns the select for a list, to run in the batch of its change. */
  selectOne(name: string) {
    return this.#db.select().from(warningLists).where(eq(warningLists.name, name));
  }

  /** Returns the condition that a list was uploaded. */
  isThere(name: string): SQL {
    return sql`exists (select 1 from warning_lists where ${eq(warningLists.name, name)})`;
  }

  /** Returns the condition that an added or replaced list is within the limits for all lists. */
  fits({ name, file_bytes: bytes }: UploadedList, max: { lists: number; bytes: number }): SQL {
    return sql`(select count(*) < ${max.lists} and coalesce(sum(file_bytes), 0) + ${bytes} <= ${max.bytes} from warning_lists where name <> ${name})`;
  }

  /** Adds a list, replacing any of the same name. */
  put(list: UploadedList): Part {
    return (write, held) => [
      write.delete(warningLists).where(sql`${eq(warningLists.name, list.name)} and ${held}`),
      insertRow(write, warningLists, list, held),
    ];
  }

  remove(name: string): Part {
    return (write, held) => [
      write.delete(warningLists).where(sql`${eq(warningLists.name, name)} and ${held}`),
    ];
  }

  /** Stores the entries of a list under a new key. */
  async putFile(id: string, bytes: Uint8Array): Promise<string> {
    const key = `${PREFIX}${id}.bin`;
    await this.#files.put(key, bytes);
    return key;
  }

  /** Returns the entries of a list, or null if another list replaced it. */
  async readFile(key: string): Promise<Uint8Array | null> {
    const object = await this.#files.get(key);
    return object === null ? null : new Uint8Array(await object.arrayBuffer());
  }

  /** Removes the entries of lists that no longer exist. */
  async removeAbandoned(now: string): Promise<void> {
    const before = Date.parse(now) - SPARED_SECONDS * 1000;
    const { objects } = await this.#files.list({ prefix: PREFIX });
    const used = new Set((await this.list()).map(({ file_key: key }) => key));
    const abandoned = objects.filter(
      ({ key, uploaded }) => !used.has(key) && uploaded.getTime() < before,
    );
    if (abandoned.length > 0) await this.#files.delete(abandoned.map(({ key }) => key));
  }
}
