import { type SQL, sql } from "drizzle-orm";
import { latestWrite } from "../d1/clock.ts";
import { AT_ONCE, AT_ONCE_IN_LANE } from "./limits.ts";

/** JSON, because one statement covers jobs of every kind. */
const LIMITS = JSON.stringify(AT_ONCE);

/**
 * Returns SQL for whether a worker may start the row of `jobs` now. It uses the same query as the list of runnable
 * jobs, so that messages are sent exactly for the jobs that can start.
 */
export function isRunnable(now: string): SQL {
  return sql`jobs.id in (${selectRunnable(now)})`;
}

/**
 * Returns SQL for the ids of jobs that a worker may start now: due, free, and within the limits of their lane and kind.
 * Both limits follow the order in which jobs became due. A job whose lane is full blocks no other.
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

/**
 * Returns the condition that a job is due and no worker has it. After the clock was set back, the current worker loses
 * or renews its lease.
 */
function isFree(now: string): SQL {
  const isFromAhead = sql`updated_at > ${latestWrite(now)}`;
  return sql`((state = 'queued' and (run_after <= ${now} or ${isFromAhead}))
    or (state = 'running' and (lease_until is null or lease_until <= ${now} or ${isFromAhead})))`;
}

/** Returns SQL that counts the running jobs `l` that match a condition. */
function countHeld(now: string, isMeant: SQL): SQL {
  return sql`(select count(*) from jobs l where l.state = 'running' and l.lease_until > ${now}
    and l.updated_at <= ${latestWrite(now)} and ${isMeant})`;
}
