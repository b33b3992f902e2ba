import type { QueryClient } from "@tanstack/react-query";
import { api, ifMatch, type Stated, statedOf } from "../../api/client.ts";
import { describeFailure, type MetState, metStateOf, Problem } from "../../api/problem.ts";
import { isRunning, sessionQuery, type StoredAnalysis, type Technique } from "../../api/session.ts";
import { followSession } from "../follow-session.ts";
import { type Change, subjectOf } from "./change.ts";
import { amendQueue, readQueue, type Waiting } from "./queue-store.ts";
import { wasTaken } from "./was-taken.ts";

const LOCK = "tradecraft.reviews";
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000];

/**
 * When this window last changed each technique. A change that was begun before, such as a note that
 * took a while to write, meets no change of somebody else there.
 */
const ownChanges = new Map<string, string | null>();
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | null = null;

/** Sends what waits, in order; what the service cannot take now is sent again later. */
export function sendQueue(queries: QueryClient): Promise<void> {
  clearTimeout(timer);
  sending ??= inTurn(() => sendAll(queries)).finally(() => {
    sending = null;
    // What came in while the last one was being put away.
    if (failures === 0 && readQueue().some(isUnsent)) void sendQueue(queries);
  });
  return sending;
}

function isUnsent({ refusal }: Waiting): boolean {
  return refusal === null;
}

/** Only one tab sends at a time, where the browser can tell. */
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
 * What becomes of a change that the service did not take: where others changed something else of the
 * session it is sent again, for the state as it is now.
 */
async function afterFailure(
  queries: QueryClient,
  entry: Waiting,
  failure: unknown,
): Promise<Waiting | null> {
  const state = metStateOf(failure);
  const met = conflictIn(entry, failure);
  if (state !== null && met === null) return { ...entry, etag: state.etag };
  if (await wasTaken(queries, entry, failure)) return null;
  return { ...entry, refusal: describeFailure(failure), met };
}

/** @throws Problem when it is not taken */
async function sendOne(queries: QueryClient, entry: Waiting): Promise<void> {
  const { sessionId, change, etag } = entry;
  const { body: technique, etag: after } = await request(sessionId, change, etag);
  const { queryKey } = sessionQuery(sessionId);
  await queries.cancelQueries({ queryKey });
  followSession(queries, sessionId, etag, after);
  queries.setQueryData(queryKey, (known) =>
    known === undefined || isRunning(known) ? known : withAnswer(known, change, technique),
  );
  if (technique !== null)
    ownChanges.set(keyOf(sessionId, technique.attack_id), technique.changed_at);
}

async function request(
  sessionId: string,
  change: Change,
  etag: string,
): Promise<Stated<Technique | null>> {
  const path = { session_id: sessionId, attack_id: subjectOf(change) };
  const params = { path, ...ifMatch(etag) };
  const one = "/api/analyze/sessions/{session_id}/techniques/{attack_id}";
  if (change.kind === "change") {
    return await statedOf(api.PATCH(one, { params, body: change.body }));
  }
  if (change.kind === "remove") {
    const { etag: after } = await statedOf(api.DELETE(one, { params }));
    return { body: null, etag: after };
  }
  return await statedOf(
    api.POST("/api/analyze/sessions/{session_id}/techniques", {
      params: { path: { session_id: sessionId }, ...ifMatch(etag) },
      body: change.body,
    }),
  );
}

/** What a change met that somebody else made to the same technique; null for anything else. */
function conflictIn({ sessionId, change, seen }: Waiting, failure: unknown): MetState | null {
  const met = metStateOf(failure);
  const now = (met?.current ?? null) as Technique | null;
  // What is added takes nothing's place.
  if (change.kind === "add" && now === null) return null;
  const own = ownChanges.get(keyOf(sessionId, subjectOf(change)));
  const isOwn = now?.changed_at != null && now.changed_at === own;
  return isOwn || saidOf(now) === saidOf(seen) ? null : met;
}

const keyOf = (sessionId: string, attackId: string) => `${sessionId} ${attackId}`;

/** What people say of a technique. */
function saidOf(technique: Technique | null): string {
  if (technique === null) return "";
  const { attack_id, tactic, confidence, evidence, note, review_status } = technique;
  return JSON.stringify([attack_id, tactic, confidence, evidence, note, review_status]);
}

function withAnswer(
  stored: StoredAnalysis,
  change: Change,
  answer: Technique | null,
): StoredAnalysis {
  const id = subjectOf(change);
  const analysis = { ...stored, readAs: null };
  const { techniques } = analysis;
  if (answer === null) {
    return { ...analysis, techniques: techniques.filter((one) => one.attack_id !== id) };
  }
  const isThere = techniques.some((one) => one.attack_id === id);
  if (!isThere) return { ...analysis, techniques: [...techniques, answer] };
  // What explains it is told with the whole session alone.
  const next = techniques.map((one) => (one.attack_id === id ? { ...one, ...answer } : one));
  return { ...analysis, techniques: next };
}

/** A login that has run out is renewed in another tab; until then the change waits. */
function mayPass(failure: unknown): boolean {
  return !(failure instanceof Problem) || failure.mayPass || failure.status === 401;
}

function later(queries: QueryClient): void {
  amendQueue((entry) => (isUnsent(entry) ? { ...entry, isLate: true } : entry));
  const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
  failures += 1;
  timer = setTimeout(() => void sendQueue(queries), pause);
}
