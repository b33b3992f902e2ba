import type { HistoryEntry } from "../../../api/session.ts";
import { localKept } from "../../../parts/browser-storage.ts";

const KEY = "tradecraft.seen";
/** The most stored sessions. The least recently viewed one is removed first. */
const MAX_SESSIONS = 200;
/** The value for a session without changes. */
const NOTHING = "";

/** Others' changes since a session was last viewed. */
export interface Unseen {
  /** Techniques that they changed, by their id after the change. */
  techniques: ReadonlySet<string>;
  /** The total of changes, including those of the session itself. */
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

/** Returns the last seen change of a session; null if it was never opened here. */
export function lastSeen(sessionId: string): string | null {
  return readSeen()[sessionId] ?? null;
}

/** Stores the last change of a session as seen. */
export function markSeen(sessionId: string, newest: HistoryEntry | undefined): void {
  const { [sessionId]: _known, ...others } = readSeen();
  const kept = Object.entries(others).slice(1 - MAX_SESSIONS);
  const seen = Object.fromEntries([...kept, [sessionId, newest?.change_id ?? NOTHING]]);
  localKept.set(KEY, JSON.stringify(seen));
}

/**
 * Returns others' changes after a change.
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
