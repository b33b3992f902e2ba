import type { QueryClient } from "@tanstack/react-query";
import { Problem } from "../../api/problem.ts";
import { isRunning, sessionQuery } from "../../api/session.ts";
import type { Waiting } from "./queue-store.ts";

/**
 * Whether a change that is refused now was taken before, and only its answer was lost: a technique
 * that was renamed or removed is no longer there to be renamed or removed once more.
 */
export async function wasTaken(
  queries: QueryClient,
  { sessionId, change }: Waiting,
  refusal: unknown,
): Promise<boolean> {
  const isGone = refusal instanceof Problem && refusal.status === 404;
  if (!isGone || change.kind === "add" || change.kind === "review") return false;
  const options = { ...sessionQuery(sessionId), staleTime: 0, retry: false };
  const session = await queries.fetchQuery(options).catch(() => null);
  if (session === null || isRunning(session)) return false;
  const has = (id: string) => session.techniques.some(({ attack_id: one }) => one === id);
  if (has(change.attackId)) return false;
  if (change.kind === "remove") return true;
  const { attack_id: other } = change.body;
  return other !== undefined && has(other);
}
