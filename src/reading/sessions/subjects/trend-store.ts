import { and, asc, between, desc, eq, type SQL, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import type { Page, Paged } from "../../../platform/lib/page.ts";
import type { DATED_BY } from "../../entities/report-day.ts";
import { titleOf } from "../session-title.ts";
import { sessions } from "../tables.ts";
import { sessionDays, sessionSubjects } from "./tables.ts";
import type { PeriodLength, SubjectKind, SubjectReview } from "./vocabulary.ts";

export type DatedBy = (typeof DATED_BY)[number];

/** The scope of a count: one kind of subject in the reports of one domain. */
export interface Counted {
  domain: string;
  kind: SubjectKind;
  review: SubjectReview;
}

/** First and last day, both included, such as `2026-11-22`. */
export interface Span {
  since: string;
  until: string;
}

export interface RankedSubject {
  id: string;
  name: string;
  total: number;
  previous: number;
  first_seen: string;
}

export interface NewSubject {
  id: string;
  name: string;
  first_seen: string;
  reports: number;
  session_id: string;
}

/** The first day of the period that contains a day. Weeks begin on Monday. */
const PERIOD_OF = {
  week: sql`date(day, 'weekday 0', '-6 days')`,
  month: sql`substr(day, 1, 7) || '-01'`,
  year: sql`substr(day, 1, 4) || '-01-01'`,
} satisfies Record<PeriodLength, SQL>;

/** SQL that counts subjects of reports. It reads one index, and no findings. */
export class TrendStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the most frequent subjects of a time span, with their counts in the span before, and the total number. */
  async rank(
    counted: Counted,
    { since, until }: Span,
    before: Span,
    limit: number,
  ): Promise<{ items: RankedSubject[]; count: number }> {
    const { domain, kind } = counted;
    const rows = await this.#db.all<RankedSubject & { count: number }>(sql`
      select id, ${nameOf(domain, kind)} as name, total, previous, first_seen, count from (
        select subject_id as id, min(day) as first_seen, count(*) over () as count,
          count(*) filter (where day between ${since} and ${until}) as total,
          count(*) filter (where day between ${before.since} and ${before.until}) as previous
        from session_subjects where ${isCounted(counted)}
        group by subject_id having total > 0
        order by total desc, previous, subject_id limit ${limit})`);
    return {
      items: rows.map(({ count: _count, ...item }) => item),
      count: rows[0]?.count ?? 0,
    };
  }

  /** Counts the reports with some subjects per period. Periods without any are omitted. */
  async countByPeriod(
    counted: Counted,
    ids: readonly string[],
    { since, until }: Span,
    by: PeriodLength,
  ): Promise<{ id: string; period: string; count: number }[]> {
    // Groups by day first, in index order, so that few dates are computed.
    return await this.#db.all(sql`
      select id, ${PERIOD_OF[by]} as period, sum(reports) as count from (
        select subject_id as id, day, count(*) as reports from session_subjects
        where ${isCounted(counted)} and subject_id in (select value from json_each(${JSON.stringify(ids)}))
          and day between ${since} and ${until}
        group by subject_id, day)
      group by id, period order by id, period`);
  }

  /** Returns the day of the first report up to a day, or null if there is none. */
  async firstDay(domain: string, until: string): Promise<string | null> {
    const [row] = await this.#db.all<{ day: string | null }>(sql`
      select min(day) as day from session_days where domain = ${domain} and day <= ${until}`);
    return row?.day ?? null;
  }

  /** Counts the reports of each period, by the source of their dates. */
  async countReports(
    domain: string,
    { since, until }: Span,
    by: PeriodLength,
  ): Promise<{ period: string; dated_by: DatedBy; count: number }[]> {
    return await this.#db.all(sql`
      select ${PERIOD_OF[by]} as period, dated_by, sum(reports) as count from (
        select day, dated_by, count(*) as reports from session_days
        where domain = ${domain} and day between ${since} and ${until} group by day, dated_by)
      group by period, dated_by order by period`);
  }

  /** Returns the subjects whose first report is in a time span, newest first, with the total number of the kind. */
  async listNew(
    { domain, kind }: Pick<Counted, "domain" | "kind">,
    { since, until }: Span,
    limit: number,
  ): Promise<{ items: NewSubject[]; count: number }> {
    const rows = await this.#db.all<NewSubject & { count: number }>(sql`
      select id, ${nameOf(domain, kind)} as name, first_seen, reports, count,
        (select session_id from session_subjects earliest where earliest.domain = ${domain}
          and earliest.kind = ${kind} and earliest.subject_id = id and earliest.day = first_seen limit 1) as session_id
      from (
        select subject_id as id, min(day) as first_seen, count(*) as reports, count(*) over () as count
        from session_subjects where domain = ${domain} and kind = ${kind}
        group by subject_id having first_seen between ${since} and ${until}
        order by reports desc, first_seen desc, subject_id limit ${limit})`);
    return {
      items: rows.map(({ count: _count, ...item }) => item),
      count: rows[0]?.count ?? 0,
    };
  }

  /** Returns the reports behind a count, newest first. */
  async listReports(
    counted: Counted,
    id: string,
    { since, until }: Span,
    { limit, offset }: Page & { limit: number },
  ): Promise<
    Paged<{
      session_id: string;
      title: string;
      day: string;
      dated_by: DatedBy;
      accepted: boolean | null;
    }>
  > {
    const wanted = and(
      isCounted(counted),
      eq(sessionSubjects.subject_id, id),
      between(sessionSubjects.day, since, until),
    );
    const named = { name: sessions.name, filename: sessions.filename, title: sessions.title };
    const [rows, [total]] = await this.#db.batch([
      this.#db
        .select({
          session_id: sessionSubjects.session_id,
          day: sessionSubjects.day,
          accepted: sessionSubjects.accepted,
          dated_by: sessionDays.dated_by,
          named,
        })
        .from(sessionSubjects)
        .innerJoin(sessionDays, eq(sessionDays.session_id, sessionSubjects.session_id))
        .innerJoin(sessions, eq(sessions.id, sessionSubjects.session_id))
        .where(wanted)
        .orderBy(desc(sessionSubjects.day), asc(sessionSubjects.session_id))
        .limit(limit)
        .offset(offset),
      this.#db
        .select({ count: sql<number>`count(*)` })
        .from(sessionSubjects)
        .where(wanted),
    ]);
    const items = rows.map(({ named: of, ...row }) => ({
      ...row,
      title: titleOf({ ...of, id: row.session_id }),
    }));
    return { items, total: total?.count ?? 0 };
  }
}

function isCounted({ domain, kind, review }: Counted): SQL {
  const base = sql`${sessionSubjects.domain} = ${domain} and ${sessionSubjects.kind} = ${kind}`;
  if (review === "unrejected") return base;
  return sql`${base} and ${sessionSubjects.accepted} = ${review === "accepted" ? 1 : 0}`;
}

/** Selects one of the names that sessions use for it. Names of another release may differ. */
function nameOf(domain: string, kind: SubjectKind): SQL {
  return sql`(select name from session_subjects named where named.domain = ${domain}
    and named.kind = ${kind} and named.subject_id = id limit 1)`;
}
