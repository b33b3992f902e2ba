import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schema } from "../api/client.ts";
import { changeSession, isRunning, sessionQuery } from "../api/session.ts";

/** Changes name, tags, marking or note of a session; it shows at once and is taken back if it is refused. */
export function useSessionChange(sessionId: string) {
  const queries = useQueryClient();
  const { queryKey } = sessionQuery(sessionId);
  return useMutation({
    mutationFn: (change: Schema<"SessionChange">) => changeSession(sessionId, change),
    onMutate: async ({ tags, tlp, note, name }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (known) => {
        if (known === undefined || isRunning(known)) return known;
        return {
          ...known,
          tags: tags ?? known.tags,
          tlp: tlp === undefined ? known.tlp : tlp,
          note: note ?? known.note,
          title: name ?? known.title,
        };
      });
      return { before };
    },
    onError: (_error, _change, context) => queries.setQueryData(queryKey, context?.before),
    onSettled: () =>
      Promise.all(
        [queryKey, ["sessions"], ["session-history", sessionId]].map((key) =>
          queries.invalidateQueries({ queryKey: key }),
        ),
      ),
  });
}
