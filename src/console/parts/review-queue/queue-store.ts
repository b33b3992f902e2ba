import { useSyncExternalStore } from "react";
import { localKept } from "../browser-storage.ts";
import { newId } from "../../api/new-id.ts";
import type { MetState } from "../../api/problem.ts";
import type { Technique } from "../../api/session.ts";
import type { Change } from "./change.ts";

/** A change that the service has not saved yet. */
export interface Waiting {
  id: string;
  sessionId: string;
  change: Change;
  /** The session state that the person saw. */
  etag: string;
  /** The technique that the person saw; null if the session did not have it. */
  seen: Technique | null;
  /** Whether it could not be sent immediately. */
  isLate: boolean;
  /** Why it was rejected; null while it waits to be sent. */
  refusal: string | null;
  /** The conflicting state, if someone else changed the technique. */
  met: MetState | null;
}

const KEY = "tradecraft.reviews";
/** Changes stored by an earlier version of this page have no state, so they are compared. */
const UNSEEN = { etag: '""', seen: null, met: null };
const listeners = new Set<() => void>();
let known: { raw: string | null; queue: readonly Waiting[] } = { raw: null, queue: [] };

/** Returns all waiting changes, oldest first, as stored in this browser. */
export function readQueue(): readonly Waiting[] {
  const raw = localKept.get(KEY);
  if (raw !== known.raw) known = { raw, queue: parse(raw) };
  return known.queue;
}

/** Adds a change before it is sent, because everything afterwards may fail. */
export function enqueue(wanted: Omit<Waiting, "id" | "isLate" | "refusal" | "met">): void {
  const entry = { ...wanted, id: newId(), isLate: false, refusal: null, met: null };
  write([...readQueue(), entry]);
}

/** Replaces entries: each by another one or several, and null removes it. */
export function amendQueue(amend: (entry: Waiting) => Waiting | readonly Waiting[] | null): void {
  write(readQueue().flatMap((entry) => amend(entry) ?? []));
}

/** Returns the waiting changes, and rerenders when they change, even in other tabs. */
export function useQueue(): readonly Waiting[] {
  return useSyncExternalStore(subscribe, readQueue);
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

function write(queue: readonly Waiting[]): void {
  const raw = queue.length === 0 ? null : JSON.stringify(queue);
  if (raw === null) localKept.remove(KEY);
  else localKept.set(KEY, raw);
  known = { raw, queue };
  for (const listener of listeners) listener();
}

function parse(raw: string | null): readonly Waiting[] {
  try {
    const queue: unknown = JSON.parse(raw ?? "[]");
    const entries = Array.isArray(queue) ? (queue as Waiting[]) : [];
    return entries.map((entry) => ({ ...UNSEEN, ...entry }));
  } catch {
    return [];
  }
}
