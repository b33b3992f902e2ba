import type { QueryClient } from "@tanstack/react-query";
import { Problem } from "../../api/problem.ts";
import { isRunning, sessionQuery } from "../../api/session.ts";
import type { Waiting } from "./queue-store.ts";

/**
 * Returns whether a rejected change was already saved and only its response was lost. A technique that was
 * renamed or removed cannot be renamed or removed again.
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
