import { useSyncExternalStore } from "react";
import { newId } from "../../api/new-id.ts";
import type { Change } from "./change.ts";

/** A change that the service has not taken yet. */
export interface Waiting {
  id: string;
  sessionId: string;
  change: Change;
  /** When the technique was last changed, as the person saw it. */
  seenAt: string | null;
  /** Whether it could not be sent at once; others may have changed the same since. */
  isLate: boolean;
  /** Why it was not taken; null while it waits to be sent. */
  refusal: string | null;
}

const KEY = "tradecraft.reviews";
const listeners = new Set<() => void>();
/** False once the browser keeps no more; then the page itself is all that holds them. */
let isKept = true;
let known: { raw: string | null; queue: readonly Waiting[] } = { raw: null, queue: [] };

/** All changes that wait, oldest first; kept in this browser. */
export function readQueue(): readonly Waiting[] {
  const raw = isKept ? localStorage.getItem(KEY) : known.raw;
  if (raw !== known.raw) known = { raw, queue: parse(raw) };
  return known.queue;
}

/** Adds a change, before it is sent: what follows may fail in every way. */
export function enqueue(wanted: Omit<Waiting, "id" | "isLate" | "refusal">): void {
  write([...readQueue(), { ...wanted, id: newId(), isLate: false, refusal: null }]);
}

/** Changes entries; null takes one away. */
export function amendQueue(amend: (entry: Waiting) => Waiting | null): void {
  write(readQueue().flatMap((entry) => amend(entry) ?? []));
}

/** The changes that wait, shown anew when they change, in other tabs too. */
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
  isKept = keep(raw);
  known = { raw, queue };
  for (const listener of listeners) listener();
}

function keep(raw: string | null): boolean {
  try {
    if (raw === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, raw);
    return true;
  } catch {
    return false;
  }
}

function parse(raw: string | null): readonly Waiting[] {
  try {
    const queue: unknown = JSON.parse(raw ?? "[]");
    return Array.isArray(queue) ? (queue as Waiting[]) : [];
  } catch {
    return [];
  }
}
