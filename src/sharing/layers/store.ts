import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { type AuditEntry, recordEntry } from "../../platform/audit/record.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import type { Layer, LayerListItem } from "./schema.ts";
import { layers } from "./tables.ts";

export type LayerRow = typeof layers.$inferSelect;

/** What a layer is saved with; ids are distinct and sorted. */
export type NewLayer = Omit<LayerRow, "technique_count" | "revision" | "created_at" | "updated_at">;

/** What a replacement brings; annotations stay with the techniques that stay. */
export type Replacement = Omit<NewLayer, "id" | "annotations" | "navigator">;

/** What a migration changes. */
export type Migrated = Omit<NewLayer, "id" | "name" | "description" | "domain" | "navigator">;

/** SQLite wants a limit before an offset. */
const NO_LIMIT = 2_147_483_647;

/** SQL for layers. */
export class LayerStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async create(layer: NewLayer, entry: AuditEntry): Promise<Layer> {
    const row: LayerRow = {
      ...layer,
      technique_count: layer.technique_ids.length,
      revision: 1,
      created_at: entry.created_at,
      updated_at: entry.created_at,
    };
    await this.#db.batch([this.#db.insert(layers).values(row), recordEntry(this.#db, entry)]);
    return toLayer(row);
  }

  async find(id: string): Promise<LayerRow | null> {
    const rows = await this.#db.select().from(layers).where(eq(layers.id, id));
    return rows[0] ?? null;
  }

  /** Layers, of one domain if it is given, newest change first. */
  async list(page: Page, domain: string | undefined): Promise<Paged<LayerListItem>> {
    const {
      technique_ids: _ids,
      annotations: _said,
      navigator: _view,
      ...columns
    } = getTableColumns(layers);
    const wanted = domain === undefined ? undefined : eq(layers.domain, domain);
    const [rows, totals] = await this.#db.batch([
      this.#db
        .select(columns)
        .from(layers)
        .where(wanted)
        .orderBy(desc(layers.updated_at), desc(layers.id))
        .limit(page.limit ?? NO_LIMIT)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(layers).where(wanted),
    ]);
    return { items: rows.map(toListItem), total: totals[0]?.n ?? 0 };
  }

  /** Replaces a layer whatever its state; null when there is none. */
  async replace(id: string, layer: Replacement, entry: AuditEntry): Promise<Layer | null> {
    const exists = sql`exists (select 1 from layers where id = ${id})`;
    const [, rows] = await this.#db.batch([
      recordEntry(this.#db, entry, exists),
      this.#db
        .update(layers)
        .set({
          ...layer,
          technique_count: layer.technique_ids.length,
          annotations: keepAnnotations(layer),
          revision: sql`${layers.revision} + 1`,
          updated_at: entry.created_at,
        })
        .where(eq(layers.id, id))
        .returning(),
    ]);
    return rows[0] === undefined ? null : toLayer(rows[0]);
  }

  /** Stores a migration made from that revision; null when the layer has changed since. */
  async migrate(
    { id, revision }: Pick<LayerRow, "id" | "revision">,
    layer: Migrated,
    entry: AuditEntry,
  ): Promise<Layer | null> {
    const unchanged = sql`exists (select 1 from layers where id = ${id} and revision = ${revision})`;
    const [, rows] = await this.#db.batch([
      recordEntry(this.#db, entry, unchanged),
      this.#db
        .update(layers)
        .set({
          ...layer,
          technique_count: layer.technique_ids.length,
          revision: revision + 1,
          updated_at: entry.created_at,
        })
        .where(and(eq(layers.id, id), eq(layers.revision, revision)))
        .returning(),
    ]);
    return rows[0] === undefined ? null : toLayer(rows[0]);
  }

  /** Deletes a layer and records it; false when there was none. */
  async remove(id: string, entry: AuditEntry): Promise<boolean> {
    const exists = sql`exists (select 1 from layers where id = ${id})`;
    const [, removed] = await this.#db.batch([
      recordEntry(this.#db, entry, exists),
      this.#db.delete(layers).where(eq(layers.id, id)),
    ]);
    return changesOf(removed) > 0;
  }
}

/**
 * Annotations of techniques that stay, and those that never put one into the set; none when the
 * domain changes. Told by what the row holds at that moment, so that no other change is lost.
 */
function keepAnnotations({ domain, technique_ids }: Replacement) {
  const wanted = sql`(select value from json_each(${JSON.stringify(technique_ids)}))`;
  const had = sql`(select value from json_each(${layers.technique_ids}))`;
  return sql`(select json_group_array(json(value)) from json_each(${layers.annotations})
    where ${layers.domain} = ${domain}
      and (value ->> '$.attack_id' in ${wanted} or value ->> '$.attack_id' not in ${had}))`;
}

type Described = Omit<LayerRow, "technique_ids" | "annotations" | "navigator">;

function toListItem(row: Described): LayerListItem {
  const { id, name, description, domain, version, technique_count } = row;
  const { unknown_technique_ids, former_techniques, created_at, updated_at } = row;
  return {
    layer_id: id,
    ...{ name, description, domain, version, technique_count },
    ...{ unknown_technique_ids, former_techniques, created_at, updated_at },
  };
}

/** A layer as it is answered. */
export function toLayer(row: LayerRow): Layer {
  return { ...toListItem(row), technique_ids: row.technique_ids };
}
