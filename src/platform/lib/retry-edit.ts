import { AppError } from "./errors.ts";
import type { Runtime } from "./runtime.ts";

/** Concurrent edits mostly succeed on the second attempt; dozens of them take turns within a second. */
const MAX_ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Repeats an edit until no other edit comes between its read and its write, with random, growing pauses.
 * @param subject what is edited, for the error: "this session"
 * @param attempt reads, decides and commits; returns null when another edit was first
 * @throws AppError `conflict` after 20 attempts; whatever `attempt` throws
 */
export async function retryEdit<T>(
  deps: Pick<Runtime, "sleep">,
  subject: string,
  attempt: () => Promise<T | null>,
): Promise<T> {
  for (let made = 0; made < MAX_ATTEMPTS; made += 1) {
    const edited = await attempt();
    if (edited !== null) return edited;
    const longest = Math.min(LONGEST_PAUSE_MS, 5 * 2 ** made);
    await deps.sleep((Math.random() * longest) / 1000);
  }
  throw new AppError("conflict", `Others are changing ${subject}; try again shortly.`);
}
