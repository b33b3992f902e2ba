import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { meQuery } from "../../api/service.ts";
import { readHistory, type StoredAnalysis, type Technique } from "../../api/session.ts";
import {
  afterChange,
  type Change,
  describeChange,
  nameSubjects,
  subjectsOf,
} from "../../parts/review-queue/change.ts";
import {
  amendQueue,
  enqueue,
  readQueue,
  useQueue,
  type Waiting,
} from "../../parts/review-queue/queue-store.ts";
import { useSender } from "../../parts/review-queue/use-sender.ts";
import { undoOf } from "../../parts/undo-of.ts";

/** The technique and the session state that the user looks at. */
export type Seen = Pick<Waiting, "etag" | "seen">;

/** The session with this person's changes, and the actions on it. */
export interface ReviewState {
  /** With all changes that are waiting to be sent. */
  analysis: StoredAnalysis;
  /** Techniques with an unsent change. */
  unsent: ReadonlySet<string>;
  /** @param seen what was shown when the change began, if that is not the current state */
  submit: (change: Change, seen?: Seen) => void;
  seenNow: (attackId: string) => Seen;
  /** Returns the reverted technique; null for none. */
  undo: () => Promise<string | null>;
  undoError: unknown;
  /** The last action, for screen readers. */
  said: string;
}

/**
 * Manages changes. They appear immediately, are stored until the service has saved them, and disappear if it
 * rejects them.
 */
export function useReview(stored: StoredAnalysis): ReviewState {
  const sessionId = stored.session_id;
  const queries = useQueryClient();
  const me = useQuery(meQuery).data?.name ?? "";
  const send = useSender();
  const queue = useQueue();
  const [said, setSaid] = useState("");
  const [undoError, setUndoError] = useState<unknown>(null);
  const waiting = useMemo(
    () => queue.filter((entry) => entry.sessionId === sessionId && entry.refusal === null),
    [queue, sessionId],
  );
  const analysis = useMemo(
    () => waiting.reduce((known, { change }) => afterChange(known, change), stored),
    [stored, waiting],
  );
  const unsent = useMemo(
    () => new Set(waiting.flatMap(({ change }) => subjectsOf(change))),
    [waiting],
  );
  const seenNow = (attackId: string): Seen => {
    const seen = stored.techniques.find(({ attack_id: id }) => id === attackId);
    return { etag: stored.etag, seen: seen ?? null };
  };
  const submit = (change: Change, seen = seenNow(subjectsOf(change)[0] ?? "")) => {
    enqueue({ sessionId, change, etag: seen.etag, seen: seen.seen });
    setSaid(`${nameSubjects(change)}: ${describeChange(change)}`);
    void send();
  };
  const undo = async () => {
    setUndoError(null);
    let undone: Undone | null = null;
    try {
      await send();
      undone = await undoLast(queries, stored, me);
      setSaid(undone === null ? "There is nothing of yours to undo" : `Undone: ${undone.name}`);
    } catch (error) {
      setUndoError(error);
    }
    await Promise.all(
      ["session", "session-history"].map((key) =>
        queries.invalidateQueries({ queryKey: [key, sessionId] }),
      ),
    );
    return undone?.attackId ?? null;
  };
  return { analysis, unsent, submit, seenNow, undo, undoError, said };
}

/** A description of what was undone, and a technique that it concerned. */
interface Undone {
  name: string;
  attackId: string | null;
}

/** Undoes this person's last change, whether it was sent or not. */
async function undoLast(
  queries: QueryClient,
  stored: StoredAnalysis,
  me: string,
): Promise<Undone | null> {
  const { session_id: sessionId } = stored;
  const unsent = readQueue().findLast(
    (entry) => entry.sessionId === sessionId && entry.refusal === null,
  );
  if (unsent !== undefined) {
    amendQueue((entry) => (entry.id === unsent.id ? null : entry));
    const { change } = unsent;
    return { name: nameSubjects(change), attackId: subjectsOf(change)[0] ?? null };
  }
  const { items } = await readHistory(sessionId);
  const last = items.find(
    ({ actor, action, can_undo }) => actor === me && action !== "undone" && can_undo,
  );
  if (last === undefined) return null;
  await undoOf(queries, stored, last);
  const id = (last.before?.["attack_id"] as string | undefined) ?? last.attack_id;
  const name = last.batch_id === null ? (id ?? "the details of the report") : "several techniques";
  return { name, attackId: id };
}

/** Returns the passages of a technique in the text, best first; its evidence if it has no others. */
export function passagesOf(technique: Technique): { text: string; start: number; end: number }[] {
  const { passages, evidence, evidence_start: start, evidence_end: end } = technique;
  if (start === null || end === null) return passages;
  const isFirst = passages[0]?.start === start;
  return isFirst ? passages : [{ text: evidence, start, end }, ...passages];
}
