import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { readPage } from "../../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../../platform/lib/page.ts";
import { sessions, sessionTechniques, TLP_IN_TEXT } from "../tables.ts";
import type { REVIEW_STATUSES } from "../vocabulary.ts";

type Session = typeof sessions.$inferSelect;
type Technique = typeof sessionTechniques.$inferSelect;

/** Filter for evidence. */
export interface EvidenceFilter {
  technique: string;
  include_subtechniques: boolean;
  /** Undefined: every status except `rejected`. */
  status?: (typeof REVIEW_STATUSES)[number] | undefined;
}

/** A technique of a session, with the session's names. */
export type EvidenceRow = Pick<
  Technique,
  | "session_id"
  | "attack_id"
  | "name"
  | "tactic"
  | "confidence"
  | "evidence"
  | "evidence_start"
  | "evidence_end"
  | "passages"
  | "verified"
  | "review_status"
  | "origin"
  | "found_as"
  | "note"
  | "changed_by"
  | "changed_at"
> & {
  session_name: Session["name"];
  session_filename: Session["filename"];
  session_heading: Session["title"];
  session_created_at: string;
  tlp: Session["tlp"];
  tlp_in_text: Session["tlp"];
};

const {
  session_id,
  attack_id,
  name,
  tactic,
  confidence,
  evidence,
  evidence_start,
  evidence_end,
  passages,
  verified,
  review_status,
  origin,
  found_as,
  note,
  changed_by,
  changed_at,
} = sessionTechniques;

const COLUMNS = {
  session_id,
  attack_id,
  name,
  tactic,
  confidence,
  evidence,
  evidence_start,
  evidence_end,
  passages,
  verified,
  review_status,
  origin,
  found_as,
  note,
  changed_by,
  changed_at,
  session_name: sessions.name,
  session_filename: sessions.filename,
  session_heading: sessions.title,
  session_created_at: sessions.created_at,
  tlp: sessions.tlp,
  tlp_in_text: TLP_IN_TEXT,
};

/** SQL for the evidence of techniques in all sessions. */
export class EvidenceStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the evidence of a technique in completed sessions, newest session first. */
  async list(page: Page & { limit: number }, filter: EvidenceFilter): Promise<Paged<EvidenceRow>> {
    return await readPage<typeof sessionTechniques, EvidenceRow>(this.#db, sessionTechniques, {
      // The + prevents SQLite from scanning all completed sessions.
      where: and(matching(filter), sql`+${sessions.status} = 'completed'`),
      orderBy: [desc(sessions.created_at), desc(session_id), asc(attack_id)],
      page,
      join: { table: sessions, on: eq(sessions.id, session_id) },
      columns: COLUMNS,
    });
  }

  /** Counts the completed sessions of each technique, without those that rejected it. */
  async countSessions(): Promise<{ attack_id: string; session_count: number }[]> {
    return await this.#db
      .select({ attack_id, session_count: sql<number>`count(*)` })
      .from(sessionTechniques)
      .innerJoin(sessions, eq(sessions.id, session_id))
      .where(and(ne(review_status, "rejected"), eq(sessions.status, "completed")))
      .groupBy(attack_id)
      .orderBy(asc(attack_id));
  }
}

/** Matches sub-techniques by range: they continue the parent's id with a dot, and a slash follows the dot. */
function matching({ technique, include_subtechniques, status }: EvidenceFilter): SQL | undefined {
  return and(
    include_subtechniques
      ? sql`(${attack_id} = ${technique} or (${attack_id} >= ${`${technique}.`} and ${attack_id} < ${`${technique}/`}))`
      : eq(attack_id, technique),
    status === undefined ? ne(review_status, "rejected") : eq(review_status, status),
  );
}
