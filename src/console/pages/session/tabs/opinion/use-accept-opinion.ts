import { useMutation, useQueryClient } from "@tanstack/react-query";
import { acceptOpinion } from "../../../../api/opinion.ts";
import type { StoredAnalysis } from "../../../../api/session.ts";
import { sendOn } from "../../../../parts/conflict/send-on.ts";
import { followSession } from "../../../../parts/follow-session.ts";

/** Accepts a second opinion, for the given techniques or for all of them. */
export function useAcceptOpinion({ session_id: id, etag }: StoredAnalysis, opinionId: string) {
  const queries = useQueryClient();
  return useMutation({
    // Decisions of others in the meantime remain: the service overrules nobody.
    mutationFn: (ids: readonly string[] | null) => {
      const body = { opinion_id: opinionId, ...(ids !== null && { attack_ids: [...ids] }) };
      return sendOn(
        etag,
        (at) => acceptOpinion(id, body, at),
        () => true,
      );
    },
    onSuccess: ({ answer, from }) => followSession(queries, id, from, answer.etag),
    onSettled: () =>
      Promise.all(
        ["session", "session-history"].map((key) =>
          queries.invalidateQueries({ queryKey: [key, id] }),
        ),
      ),
  });
}
