import { useQueryClient } from "@tanstack/react-query";
import type { Schema } from "../api/client.ts";
import { type Analysis, changeSession, isRunning, sessionQuery } from "../api/session.ts";
import { sendOn } from "./conflict/send-on.ts";
import { type Guarded, useGuarded } from "./conflict/use-guarded.ts";
import { followSession } from "./follow-session.ts";

type Fields = Pick<Analysis, "name" | "tags" | "tlp" | "note" | "assignee" | "review_state">;
/** The session state on which a change is based. */
export type SeenSession = Fields & { session_id: string; etag: string };
/** The requested changes, and the values that they are based on. */
export interface SessionWanted {
  change: Schema<"SessionChange">;
  seen: Fields;
}

/**
 * Changes name, tags, marking, note, assignee or review state of a session. The change appears immediately and
 * is reverted if it is rejected. Other people's changes of other fields do not conflict.
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
      // A rejection is shown immediately, however long the refetch takes.
      return error === null ? read : undefined;
    },
  });
  const { send } = mutation;
  return {
    ...mutation,
    /** @param seen the session at the time when the change began, if that is not the current state */
    change: (change: Schema<"SessionChange">, seen = session) => send({ change, seen }, seen.etag),
  };
}

/** Returns whether a change can be sent for an unseen state. A signature applies only to what was read. */
function isSafe(change: Schema<"SessionChange">, seen: Fields, current: Fields): boolean {
  return change.review_state !== "signed" && isUntouched(change, seen, current);
}

/** Returns whether others left the changed fields unchanged since they were seen. */
function isUntouched(change: Schema<"SessionChange">, seen: Fields, current: Fields): boolean {
  const fields = Object.keys(change) as (keyof Fields)[];
  return fields.every((field) => JSON.stringify(seen[field]) === JSON.stringify(current[field]));
}
