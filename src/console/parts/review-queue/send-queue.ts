import type { QueryClient } from "@tanstack/react-query";
import { api, bodyOf } from "../../api/client.ts";
import { describeFailure, Problem } from "../../api/problem.ts";
import { meQuery } from "../../api/service.ts";
import { type Analysis, isRunning, sessionQuery, type Technique } from "../../api/session.ts";
import { type Change, subjectOf } from "./change.ts";
import { amendQueue, readQueue, type Waiting } from "./queue-store.ts";
import { wasTaken } from "./was-taken.ts";

const LOCK = "tradecraft.reviews";
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000];

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
      const refusal = (await wasTaken(queries, next, failure)) ? null : describeFailure(failure);
      amendQueue((entry) => {
        if (entry.id !== next.id) return entry;
        return refusal === null ? null : { ...entry, refusal };
      });
    }
    touched.add(next.sessionId);
  }
  for (const sessionId of touched) {
    void queries.invalidateQueries({ queryKey: ["session", sessionId] });
    void queries.invalidateQueries({ queryKey: ["session-history", sessionId] });
  }
}

/** @throws Problem when it is not taken */
async function sendOne(queries: QueryClient, entry: Waiting): Promise<void> {
  const options = sessionQuery(entry.sessionId);
  if (entry.isLate) await queries.fetchQuery({ ...options, staleTime: 0, retry: false });
  const { name } = await queries.fetchQuery({ ...meQuery, retry: false });
  requireUnchanged(queries.getQueryData(options.queryKey), entry, name);
  const technique = await request(entry.sessionId, entry.change);
  await queries.cancelQueries({ queryKey: options.queryKey });
  queries.setQueryData(options.queryKey, (known) =>
    known === undefined || isRunning(known) ? known : withAnswer(known, entry.change, technique),
  );
}

async function request(sessionId: string, change: Change): Promise<Technique | null> {
  const path = { session_id: sessionId, attack_id: subjectOf(change) };
  const one = "/api/analyze/sessions/{session_id}/techniques/{attack_id}";
  if (change.kind === "change") {
    return await bodyOf(api.PATCH(one, { params: { path }, body: change.body }));
  }
  if (change.kind === "remove") {
    await bodyOf(api.DELETE(one, { params: { path } }));
    return null;
  }
  return await bodyOf(
    api.POST("/api/analyze/sessions/{session_id}/techniques", {
      params: { path: { session_id: sessionId } },
      body: change.body,
    }),
  );
}

/** @throws Problem when another person changed the technique since it was looked at */
function requireUnchanged(
  analysis: Analysis | { status: "processing" } | undefined,
  { change, seenAt }: Waiting,
  me: string,
): void {
  if (analysis === undefined || isRunning(analysis) || change.kind === "add") return;
  const now = analysis.techniques.find(({ attack_id: id }) => id === change.attackId);
  if (now === undefined || now.changed_by === null || now.changed_by === me) return;
  if (now.changed_at === seenAt) return;
  throw new Problem(409, "conflict", `${now.changed_by} changed it meanwhile.`, null);
}

function withAnswer(analysis: Analysis, change: Change, answer: Technique | null): Analysis {
  const id = subjectOf(change);
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
