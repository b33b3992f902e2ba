import type { QueryClient } from "@tanstack/react-query";
import { type HistoryEntry, type StoredAnalysis, undoChange } from "../api/session.ts";
import { sendOn } from "./conflict/send-on.ts";
import { followSession } from "./follow-session.ts";

/**
 * Undoes a change of a session, with all others of its batch. The service refuses to undo something that was
 * changed again, so others' later changes are safe.
 */
export async function undoOf(
  queries: QueryClient,
  { session_id: id, etag }: Pick<StoredAnalysis, "session_id" | "etag">,
  { change_id: changeId, batch_id: batch }: Pick<HistoryEntry, "change_id" | "batch_id">,
): Promise<void> {
  const send = (at: string) => undoChange(id, changeId, at, batch !== null);
  const { answer, from } = await sendOn(etag, send, () => true);
  followSession(queries, id, from, answer.etag);
}
