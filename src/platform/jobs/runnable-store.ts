import { type SQL, sql } from "drizzle-orm";
import { latestWrite } from "../d1/clock.ts";
import { AT_ONCE, AT_ONCE_IN_LANE } from "./limits.ts";

/** As JSON, since one statement speaks of jobs of every kind. */
const LIMITS = JSON.stringify(AT_ONCE);

/**
 * SQL that tells whether somebody may begin the row of `jobs` now. It is the same as being listed, so
 * that a message is sent exactly for what can be begun.
 */
export function isRunnable(now: string): SQL {
  return sql`jobs.id in (${selectRunnable(now)})`;
}

/**
 * SQL that selects the ids of jobs that somebody may begin now: they are due, nobody holds them, and
 * there is room for them in their lane and among those of their kind. Both go in the order in which
 * they became due; one whose lane is full keeps no other waiting.
 */
export function selectRunnable(now: string): SQL {
  return sql`select id from (
      select id, kind, run_after, row_number() over (partition by kind order by run_after, id) as place
      from (
        select id, kind, run_after, lane,
          row_number() over (partition by lane order by run_after, id) as lane_place
        from jobs where ${isFree(now)}) f
      where f.lane is null or
        f.lane_place + ${countHeld(now, sql`l.lane = f.lane`)} <= ${AT_ONCE_IN_LANE}) w
    where w.place + ${countHeld(now, sql`l.kind = w.kind`)} <= json_extract(${LIMITS}, '$.' || w.kind)
    order by w.run_after, w.id`;
}

/** It is due, and nobody works on it. After the clock was set back whoever does loses or renews the lease. */
function isFree(now: string): SQL {
  const isFromAhead = sql`updated_at > ${latestWrite(now)}`;
  return sql`((state = 'queued' and (run_after <= ${now} or ${isFromAhead}))
    or (state = 'running' and (lease_until is null or lease_until <= ${now} or ${isFromAhead})))`;
}

/** How many jobs `l` somebody works on, among those that are meant. */
function countHeld(now: string, isMeant: SQL): SQL {
  return sql`(select count(*) from jobs l where l.state = 'running' and l.lease_until > ${now}
    and l.updated_at <= ${latestWrite(now)} and ${isMeant})`;
}
