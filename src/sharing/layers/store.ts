import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import { listNaming } from "../../platform/d1/list-naming.ts";
import type { Naming, NamingQuery } from "../../platform/lib/naming.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { SQL, WorkspaceDb } from "../../platform/d1/databases.ts";
import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { listAnnotations } from "./annotations.ts";
import { nameStanding } from "./look-up-techniques.ts";
import type { Layer, LayerListItem } from "./schema.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import { totalOf } from "../../platform/quotas/store.ts";
import { layers } from "./tables.ts";

export type LayerRow = typeof layers.$inferSelect;

/** The fields of a new layer; ids are distinct and sorted. */
export type NewLayer = Omit<LayerRow, "technique_count" | "revision" | "created_at" | "updated_at">;

/** The fields of a replacement. */
export type Replacement = Omit<NewLayer, "id" | "navigator" | "migration">;

/** The fields that a migration changes. */
export type Migrated = Omit<NewLayer, "id" | "name" | "description" | "domain" | "navigator">;

/** SQL for layers. */
export class LayerStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a layer. */
  create(layer: NewLayer): Part {
    return (write, held, now) => [
      insertRow(
        write,
        layers,
        {
          ...layer,
          technique_count: layer.technique_ids.length,
          revision: 1,
          created_at: now,
          updated_at: now,
        },
        held,
      ),
    ];
  }

  async find(id: string): Promise<LayerRow | null> {
    return (await this.selectOne(id))[0] ?? null;
  }

  /** Lists layers, optionally of one domain, last changed first. */
  async list(
    page: Page,
    domain: string | undefined,
    known: KnownIds,
  ): Promise<Paged<LayerListItem>> {
    const {
      technique_ids: _ids,
      annotations: _said,
      navigator: _view,
      migration: _account,
      ...columns
    } = getTableColumns(layers);
    const wanted = domain === undefined ? undefined : eq(layers.domain, domain);
    const { items, total } = await readPage<typeof layers, Described>(this.#db, layers, {
      where: wanted,
      orderBy: [desc(layers.updated_at), desc(layers.id)],
      page,
      columns: { ...columns, migrated_at: sql`${layers.migration} ->> '$.migrated_at'` },
      total: wanted === undefined ? totalOf("layers") : undefined,
    });
    return { items: items.map((item) => toListItem(item, known)), total };
  }

  /** Lists layers with one of these techniques, last changed first. */
  async listNaming(query: NamingQuery, page: Page): Promise<Paged<Naming>> {
    const { id, name, domain, version, updated_at, technique_ids: ids } = layers;
    const table = {
      id,
      name,
      domain,
      version,
      named: sql`found.value`,
      naming: (isAskedFor: SQL) => sql`from json_each(${ids}) found where ${isAskedFor}`,
      orderBy: [desc(updated_at), desc(id)],
    };
    return await listNaming(this.#db, layers, table, query, page);
  }

  /** Builds the condition that a layer exists and, if a revision is given, is unchanged since. */
  isThere({ id, revision }: Pick<LayerRow, "id"> & Partial<Pick<LayerRow, "revision">>): SQL {
    const since = revision === undefined ? undefined : eq(layers.revision, revision);
    return sql`exists (select 1 from layers where ${and(eq(layers.id, id), since)})`;
  }

  /** Builds the select of a layer, for use in the batch of its change. */
  selectOne(id: string) {
    return this.#db.select().from(layers).where(eq(layers.id, id));
  }

  /** Builds the select of the sets of layers, for use in a batch with others. */
  selectSets(ids: readonly string[]) {
    const { id, name, domain, technique_ids } = layers;
    return this.#db
      .select({ id, name, domain, technique_ids })
      .from(layers)
      .where(sql`${layers.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  }

  /** Replaces a layer. */
  replace(id: string, layer: Replacement): Part {
    return this.#change(id, layer);
  }

  /** Stores a migration. */
  migrate(id: string, layer: Migrated): Part {
    return this.#change(id, layer);
  }

  /** Deletes a layer. */
  remove(id: string): Part {
    return (write, held) => [write.delete(layers).where(and(eq(layers.id, id), held))];
  }

  #change(id: string, change: { technique_ids: string[] } & Record<string, unknown>): Part {
    return (write, held, now) => [
      write
        .update(layers)
        .set({
          ...change,
          technique_count: change.technique_ids.length,
          revision: sql`${layers.revision} + 1`,
          updated_at: now,
        })
        .where(and(eq(layers.id, id), held)),
    ];
  }
}

interface Described
  extends
    Omit<LayerRow, "technique_ids" | "annotations" | "navigator" | "migration">,
    Pick<LayerListItem, "migrated_at"> {}

function toListItem(row: Described, known: KnownIds): LayerListItem {
  const item = {
    layer_id: row.id,
    name: row.name,
    description: row.description,
    domain: row.domain,
    version: row.version,
    technique_count: row.technique_count,
    unknown_technique_ids: row.unknown_technique_ids,
    former_techniques: row.former_techniques,
    migrated_at: row.migrated_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
  return nameStanding(item, known);
}

/** Converts a row to a layer in responses; `known` names the ids that its release lacks. */
export function toLayer(row: LayerRow, known: KnownIds): Layer {
  const { technique_ids, migration } = row;
  const described = { ...row, migrated_at: migration?.migrated_at ?? null };
  return {
    ...toListItem(described, known),
    technique_ids,
    annotations: listAnnotations(row),
    migration,
  };
}
