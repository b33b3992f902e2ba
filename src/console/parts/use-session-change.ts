import { useQueryClient } from "@tanstack/react-query";
import type { Schema } from "../api/client.ts";
import { type Analysis, changeSession, isRunning, sessionQuery } from "../api/session.ts";
import { sendOn } from "./conflict/send-on.ts";
import { type Guarded, useGuarded } from "./conflict/use-guarded.ts";
import { followSession } from "./follow-session.ts";

type Fields = Pick<Analysis, "name" | "tags" | "tlp" | "note" | "assignee" | "review_state">;
/** A session as it is looked at when it is changed. */
export type SeenSession = Fields & { session_id: string; etag: string };
/** What is to be changed, and what it was when that was decided. */
export interface SessionWanted {
  change: Schema<"SessionChange">;
  seen: Fields;
}

/**
 * Changes name, tags, marking, note, assignee or review state of a session. The change shows immediately and is reverted if it
 * is refused. Changes of other fields by other people are no conflict.
 */
export function useSessionChange(session: SeenSession, onDone?: () => void) {
  const { session_id: sessionId } = session;
  const queries = useQueryClient();
  const { queryKey } = sessionQuery(sessionId);
  const mutation = useGuarded(session.etag, {
    mutationFn: ({ wanted: { change, seen }, etag }: Guarded<SessionWanted>) =>
      sendOn(
        etag,
        (at) => changeSession(sessionId, change, at),
        (current) => isSafe(change, seen, current as Fields),
      ),
    onMutate: async ({ wanted: { change } }) => {
      const { tags, tlp, note, name, assignee } = change;
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (known) => {
        if (known === undefined || isRunning(known)) return known;
        return {
          ...known,
          readAs: null,
          tags: tags ?? known.tags,
          tlp: tlp === undefined ? known.tlp : tlp,
          note: note ?? known.note,
          assignee: assignee === undefined ? known.assignee : assignee,
          title: name ?? known.title,
          name: name === undefined ? known.name : name,
        };
      });
      return { before };
    },
    onSuccess: ({ answer, from }) => {
      followSession(queries, sessionId, from, answer.etag);
      onDone?.();
    },
    onError: (_error, _change, context) => queries.setQueryData(queryKey, context?.before),
    onSettled: (_answer, error) => {
      const read = Promise.all(
        [queryKey, ["sessions"], ["session-history", sessionId]].map((key) =>
          queries.invalidateQueries({ queryKey: key }),
        ),
      );
      // What was refused is said right away, however long reading takes.
      return error === null ? read : undefined;
    },
  });
  const { send } = mutation;
  return {
    ...mutation,
    /** @param seen the session as it was when the change was begun, where that is not now */
    change: (change: Schema<"SessionChange">, seen = session) => send({ change, seen }, seen.etag),
  };
}

/** Whether a change can be sent for a state that was not looked at; a signature is for what was read. */
function isSafe(change: Schema<"SessionChange">, seen: Fields, current: Fields): boolean {
  return change.review_state !== "signed" && isUntouched(change, seen, current);
}

/** Whether others left what is to be changed as it was seen. */
function isUntouched(change: Schema<"SessionChange">, seen: Fields, current: Fields): boolean {
  const fields = Object.keys(change) as (keyof Fields)[];
  return fields.every((field) => JSON.stringify(seen[field]) === JSON.stringify(current[field]));
}
