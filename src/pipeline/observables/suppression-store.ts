import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertFrom, insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { widenedSeen } from "./insert-matches-store.ts";
import { type MentionedIn, withMentions } from "./mention-store.ts";
import { suppressions } from "./tables.ts";
import { containsValue, hasValue } from "./value-conditions-store.ts";
import type { Match, ObservableKind } from "./vocabulary.ts";

type SuppressionRow = typeof suppressions.$inferSelect;

/** A suppressed value and where it was seen. */
export type Suppression = SuppressionRow & MentionedIn;

export interface SuppressionFilter {
  kind?: ObservableKind | undefined;
  q?: string | undefined;
  rule?: SuppressionRow["rule"] | undefined;
  /** Whether to match restored suppressions, or those in force. */
  restored: boolean;
}

const SUPPRESSED_AGAIN = {
  target: [suppressions.kind, suppressions.normalized_value, suppressions.rule],
  set: { ...widenedSeen(suppressions), restored_at: null, restored_by: null },
};

/** SQL for suppressed values. */
export class SuppressionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async find(id: string): Promise<Suppression | null> {
    const rows = await this.#db.select().from(suppressions).where(eq(suppressions.id, id));
    return (await withMentions(this.#db, rows))[0] ?? null;
  }

  /** Lists suppressions, the last seen first. */
  async list(
    page: Page & { limit: number },
    { kind, q, rule, restored }: SuppressionFilter,
  ): Promise<Paged<Suppression>> {
    const wanted = and(
      kind === undefined ? undefined : eq(suppressions.kind, kind),
      rule === undefined ? undefined : eq(suppressions.rule, rule),
      q === undefined ? undefined : containsValue(suppressions, q),
      restored ? sql`restored_at is not null` : sql`restored_at is null`,
    );
    const { items, total } = await readPage(this.#db, suppressions, {
      where: wanted,
      orderBy: [desc(suppressions.last_seen_at), desc(suppressions.id)],
      page,
    });
    return { items: await withMentions(this.#db, items), total };
  }

  /** Returns the condition that a suppression exists and was not restored. */
  isInForce(id: string): SQL {
    return sql`exists (select 1 from suppressions where id = ${id} and restored_at is null)`;
  }

  /** Restores a value from every suppression rule. */
  restoreValue(value: Omit<Match, "value">, actor: string): Part {
    return (write, held, now) => [
      write
        .update(suppressions)
        .set({ restored_at: now, restored_by: actor })
        .where(and(hasValue(suppressions, value), isNull(suppressions.restored_at), held)),
    ];
  }

  /** Suppresses an observable that an analyst deletes, even if it was restored before. */
  suppressDeleted(
    deleted: Match & Pick<SuppressionRow, "first_seen_at" | "last_seen_at">,
    suppressionId: string,
  ): Part {
    const { kind, value, normalized_value, first_seen_at, last_seen_at } = deleted;
    return (write, held) => [
      insertRow(
        write,
        suppressions,
        {
          id: suppressionId,
          kind,
          value,
          normalized_value,
          rule: "deleted_by_analyst",
          first_seen_at,
          last_seen_at,
        },
        held,
      ).onConflictDoUpdate(SUPPRESSED_AGAIN),
    ];
  }

  /** Suppresses observables by a rule, each under a separate ID. The caller deletes them. */
  suppressMany(
    gone: readonly { id: string; suppression: string }[],
    rule: SuppressionRow["rule"],
  ): Part {
    return (write, held) => {
      const values = {
        id: sql`g.value->>'$.suppression'`,
        kind: sql`o.kind`,
        value: sql`o.value`,
        normalized_value: sql`o.normalized_value`,
        rule: sql`${rule}`,
        list: sql`null`,
        first_seen_at: sql`o.first_seen_at`,
        last_seen_at: sql`o.last_seen_at`,
        restored_at: sql`null`,
        restored_by: sql`null`,
      };
      const from = sql`json_each(${JSON.stringify(gone)}) g
        cross join observables o on o.id = g.value->>'$.id'`;
      return [
        insertFrom(write, suppressions, values, from, held).onConflictDoUpdate(SUPPRESSED_AGAIN),
      ];
    };
  }
}
