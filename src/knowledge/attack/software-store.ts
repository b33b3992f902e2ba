import { and, asc, eq } from "drizzle-orm";
import type { KnowledgeDb } from "../../platform/d1/databases.ts";
import type { IndexedSoftware } from "./release-index.ts";
import { software } from "./tables.ts";

/** SQL for the software of releases whose index was stored before it listed any. */
export class SoftwareStore {
  readonly #db: KnowledgeDb;

  constructor(db: KnowledgeDb) {
    this.#db = db;
  }

  /** The active malware and tools of a release, as its index lists them. */
  async list(releaseId: number): Promise<IndexedSoftware[]> {
    const { attack_id, stix_id, name, type, aliases } = software;
    return await this.#db
      .select({ attack_id, stix_id, name, type, aliases })
      .from(software)
      .where(and(eq(software.release_id, releaseId), eq(software.state, "active")))
      .orderBy(asc(attack_id), asc(stix_id));
  }
}
