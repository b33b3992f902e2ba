import { type SQL, sql } from "drizzle-orm";
import { AT_ONCE, AT_ONCE_IN_LANE } from "./limits.ts";

/** As JSON, since one statement speaks of jobs of every kind. */
const LIMITS = JSON.stringify(AT_ONCE);

/**
 * SQL that tells whether somebody may begin the row of `jobs` now: it is due, nobody holds it, and
 * there is room for one more of its kind and of its lane. Jobs of a kind go in the order in which
 * they became due; one whose lane is full keeps no other waiting.
 */
export function isRunnable(now: string): SQL {
  return sql`(${isFree("jobs", now)} and ${hasLaneRoom("jobs", now)} and
    (select count(*) from jobs r where ${isHeld("r", now)} and r.kind = jobs.kind) +
    (select count(*) from jobs q where ${isFree("q", now)} and q.kind = jobs.kind
      and (q.run_after, q.id) < (jobs.run_after, jobs.id) and ${hasLaneRoom("q", now)})
    < json_extract(${LIMITS}, '$.' || jobs.kind))`;
}

/** SQL that selects the ids of all that are runnable, however many wait behind them, at one go. */
export function selectRunnable(now: string): SQL {
  return sql`select id from (
      select jobs.id, jobs.kind, jobs.run_after,
        row_number() over (partition by jobs.kind order by jobs.run_after, jobs.id) as place
      from jobs where ${isFree("jobs", now)} and ${hasLaneRoom("jobs", now)}) w
    where w.place + (select count(*) from jobs r where ${isHeld("r", now)} and r.kind = w.kind)
      <= json_extract(${LIMITS}, '$.' || w.kind)
    order by w.run_after, w.id`;
}

type Alias = "jobs" | "q" | "r" | "l";

const column = (alias: Alias, name: string) => sql.raw(`${alias}.${name}`);

/** Somebody works on it. */
function isHeld(alias: Alias, now: string): SQL {
  return sql`(${column(alias, "state")} = 'running' and ${column(alias, "lease_until")} > ${now})`;
}

/** It is due, and nobody works on it. */
function isFree(alias: Alias, now: string): SQL {
  const lease = column(alias, "lease_until");
  return sql`((${column(alias, "state")} = 'queued' and ${column(alias, "run_after")} <= ${now})
    or (${column(alias, "state")} = 'running' and (${lease} is null or ${lease} <= ${now})))`;
}

function hasLaneRoom(alias: Alias, now: string): SQL {
  return sql`(${column(alias, "lane")} is null or (select count(*) from jobs l
    where ${isHeld("l", now)} and l.lane = ${column(alias, "lane")}) < ${AT_ONCE_IN_LANE})`;
}
