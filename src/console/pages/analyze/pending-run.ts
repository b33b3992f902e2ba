import { tabKept } from "../../parts/browser-storage.ts";

const KEY = "tradecraft.analyze.run";

/** The analysis that this tab waits for, even after a reload. */
export interface PendingRun {
  sessionId: string;
  /** How often it was restarted after it ended because the page was closed. */
  retries: number;
}

/** Returns the analysis that was running when the page was closed. */
export function readRun(): PendingRun | null {
  const kept = tabKept.get(KEY);
  if (kept === null) return null;
  try {
    const { sessionId, retries } = JSON.parse(kept) as Partial<PendingRun>;
    return typeof sessionId === "string" ? { sessionId, retries: Number(retries) || 0 } : null;
  } catch {
    return null;
  }
}

/** Stores an analysis in this tab; null removes it. */
export function storeRun(run: PendingRun | null): void {
  if (run === null) tabKept.remove(KEY);
  else tabKept.set(KEY, JSON.stringify(run));
}
