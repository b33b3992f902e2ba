import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { totalOf } from "../../platform/quotas/store.ts";
import type { DossierListItem } from "./schema.ts";
import { dossiers } from "./tables.ts";

export type DossierRow = typeof dossiers.$inferSelect;

/** The fields of a new dossier. */
export type NewDossier = Omit<DossierRow, "revision" | "created_at" | "updated_at">;

/** SQL for dossiers: their sessions and fields. */
export class DossierStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a dossier. */
  create(dossier: NewDossier): Part {
    return (write, held, now) => [
      insertRow(
        write,
        dossiers,
        { ...dossier, revision: 1, created_at: now, updated_at: now },
        held,
      ),
    ];
  }

  async find(id: string): Promise<DossierRow | null> {
    const rows = await this.#db.select().from(dossiers).where(eq(dossiers.id, id));
    return rows[0] ?? null;
  }

  /** Returns dossiers, newest change first. */
  async list(page: Page & { limit: number }): Promise<Paged<DossierListItem>> {
    const { items, total } = await readPage(this.#db, dossiers, {
      where: undefined,
      orderBy: [desc(dossiers.updated_at), desc(dossiers.id)],
      page,
      total: totalOf("dossiers"),
    });
    return { items: items.map(toListItem), total };
  }

  /** Condition: the dossier exists and, if given, still has this revision. */
  isThere({ id, revision }: Pick<DossierRow, "id"> & Partial<Pick<DossierRow, "revision">>): SQL {
    const since = revision === undefined ? undefined : eq(dossiers.revision, revision);
    return sql`exists (select 1 from dossiers where ${and(eq(dossiers.id, id), since)})`;
  }

  /** Changes a dossier. */
  change(id: string, change: Partial<NewDossier>): Part {
    return (write, held, now) => [
      write
        .update(dossiers)
        .set({ ...change, revision: sql`${dossiers.revision} + 1`, updated_at: now })
        .where(and(eq(dossiers.id, id), held)),
    ];
  }

  /** Deletes a dossier but not its sessions. */
  remove(id: string): Part {
    return (write, held) => [write.delete(dossiers).where(and(eq(dossiers.id, id), held))];
  }
}

/** Returns a dossier as a list item. */
export function toListItem(row: DossierRow): DossierListItem {
  return {
    dossier_id: row.id,
    name: row.name,
    note: row.note,
    tlp: row.tlp,
    session_ids: row.session_ids,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
