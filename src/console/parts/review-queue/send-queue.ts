import type { QueryClient } from "@tanstack/react-query";
import { describeFailure, metStateOf, Problem } from "../../api/problem.ts";
import { isRunning, sessionQuery, type StoredAnalysis, type Technique } from "../../api/session.ts";
import { followSession } from "../follow-session.ts";
import { type Change, subjectsOf } from "./change.ts";
import { afterMeeting } from "./after-meeting.ts";
import { noteOwnChanges } from "./own-changes.ts";
import { amendQueue, readQueue, type Waiting } from "./queue-store.ts";
import { requestChange } from "./request-change.ts";
import { wasTaken } from "./was-taken.ts";

const LOCK = "tradecraft.reviews";
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000];

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | null = null;

/** Sends waiting changes in order. Retries later if the service is unavailable. */
export function sendQueue(queries: QueryClient): Promise<void> {
  clearTimeout(timer);
  sending ??= inTurn(() => sendAll(queries)).finally(() => {
    sending = null;
    // Changes that arrived while the last one was being removed.
    if (failures === 0 && readQueue().some(isUnsent)) void sendQueue(queries);
  });
  return sending;
}

function isUnsent({ refusal }: Waiting): boolean {
  return refusal === null;
}

/** Runs work in one tab at a time, if the browser supports locks. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return await work();
  await navigator.locks.request(LOCK, work);
}

async function sendAll(queries: QueryClient): Promise<void> {
  const touched = new Set<string>();
  for (;;) {
    const next = readQueue().find(isUnsent);
    if (next === undefined) break;
    try {
      await sendOne(queries, next);
      failures = 0;
      // The page shows the response first: a row that disappeared and reappeared would lose the focus.
      await untilShown();
      amendQueue((entry) => (entry.id === next.id ? null : entry));
    } catch (failure) {
      if (mayPass(failure)) {
        later(queries);
        break;
      }
      const amended = await afterFailure(queries, next, failure);
      amendQueue((entry) => (entry.id === next.id ? amended : entry));
    }
    touched.add(next.sessionId);
  }
  for (const sessionId of touched) {
    void queries.invalidateQueries({ queryKey: ["session", sessionId] });
    void queries.invalidateQueries({ queryKey: ["session-history", sessionId] });
  }
}

/**
 * Returns what to do with a change that the service did not save. If others changed something else of the
 * session, it is sent again for the current state.
 */
async function afterFailure(
  queries: QueryClient,
  entry: Waiting,
  failure: unknown,
): Promise<Waiting | readonly Waiting[] | null> {
  const refusal = describeFailure(failure);
  const state = metStateOf(failure);
  if (state !== null) return afterMeeting(entry, state, refusal);
  if (await wasTaken(queries, entry, failure)) return null;
  return { ...entry, refusal, met: null };
}

/** @throws Problem if it is not saved */
async function sendOne(queries: QueryClient, entry: Waiting): Promise<void> {
  const { sessionId, change, etag } = entry;
  const { body: techniques, etag: after } = await requestChange(sessionId, change, etag);
  const { queryKey } = sessionQuery(sessionId);
  await queries.cancelQueries({ queryKey });
  followSession(queries, sessionId, etag, after);
  queries.setQueryData(queryKey, (known) =>
    known === undefined || isRunning(known) ? known : withAnswer(known, change, techniques),
  );
  noteOwnChanges(sessionId, techniques);
}

/** Returns the session with the techniques from the response to a change. */
function withAnswer(
  stored: StoredAnalysis,
  change: Change,
  answer: readonly Technique[],
): StoredAnalysis {
  const subjects = new Set(subjectsOf(change));
  const analysis = { ...stored, readAs: null };
  const { techniques } = analysis;
  if (change.kind === "remove") {
    return { ...analysis, techniques: techniques.filter((one) => !subjects.has(one.attack_id)) };
  }
  // A technique with a new id is found by its previous one.
  const idOf = (one: Technique) => (change.kind === "change" ? change.attackId : one.attack_id);
  const answered = new Map(answer.map((one) => [idOf(one), one]));
  const known = new Set(techniques.map(({ attack_id: id }) => id));
  const added = [...answered].flatMap(([id, one]) => (known.has(id) ? [] : [one]));
  // The explanation of a technique is only part of the whole session.
  const next = techniques.map((one) => {
    const now = answered.get(one.attack_id);
    return now === undefined ? one : { ...one, ...now };
  });
  return { ...analysis, techniques: [...next, ...added] };
}

/** Waits for the observers of a query, which are notified in a separate task. */
function untilShown(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Returns whether a retry may succeed. An expired login is renewed in another tab; until then the change waits. */
function mayPass(failure: unknown): boolean {
  return !(failure instanceof Problem) || failure.mayPass || failure.status === 401;
}

function later(queries: QueryClient): void {
  amendQueue((entry) => (isUnsent(entry) ? { ...entry, isLate: true } : entry));
  const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
  failures += 1;
  timer = setTimeout(() => void sendQueue(queries), pause);
}
