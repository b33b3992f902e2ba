import type { HistoryEntry } from "../../../api/session.ts";
import { localKept } from "../../../parts/browser-storage.ts";

const KEY = "tradecraft.seen";
/** Sessions that are remembered; the one that was not looked at for the longest time goes first. */
const MAX_SESSIONS = 200;
/** Stands for a session without a change. */
const NOTHING = "";

/** What others changed since a session was looked at. */
export interface Unseen {
  /** Techniques that they changed, by their id after the change. */
  techniques: ReadonlySet<string>;
  /** Changes in all, those of the session itself included. */
  count: number;
  people: readonly string[];
}

export const NOTHING_UNSEEN: Unseen = { techniques: new Set(), count: 0, people: [] };

function readSeen(): Record<string, string> {
  try {
    const known: unknown = JSON.parse(localKept.get(KEY) ?? "{}");
    return typeof known === "object" && known !== null ? (known as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** The last change of a session that was seen here; null if it was never opened here. */
export function lastSeen(sessionId: string): string | null {
  return readSeen()[sessionId] ?? null;
}

/** Remembers the last change of a session as seen. */
export function markSeen(sessionId: string, newest: HistoryEntry | undefined): void {
  const { [sessionId]: _known, ...others } = readSeen();
  const kept = Object.entries(others).slice(1 - MAX_SESSIONS);
  const seen = Object.fromEntries([...kept, [sessionId, newest?.change_id ?? NOTHING]]);
  localKept.set(KEY, JSON.stringify(seen));
}

/**
 * What others changed after a change.
 * @param newestFirst the newest changes; if the one that was seen is not among them, all are new
 */
export function unseenIn(newestFirst: readonly HistoryEntry[], seen: string, me: string): Unseen {
  const at = newestFirst.findIndex(({ change_id: id }) => id === seen);
  const since = newestFirst.slice(0, at === -1 ? undefined : at);
  const others = since.filter(({ actor }) => actor !== me);
  return {
    techniques: new Set(others.flatMap(({ attack_id: id }) => id ?? [])),
    count: others.length,
    people: [...new Set(others.map(({ actor }) => actor))],
  };
}
