import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, bodyOf, type Schema } from "../../api/client.ts";
import { sessionQuery } from "../../api/queries.ts";
import type { Technique } from "./techniques/by-tactic.ts";

export type Review = Technique["review_status"];
type Analysis = Schema<"AnalysisOut">;

/** Sets what a person says of a technique; it shows at once and is taken back if it is refused. */
export function useReview(sessionId: string) {
  const queries = useQueryClient();
  const { queryKey } = sessionQuery(sessionId);
  return useMutation({
    mutationKey: ["review", sessionId],
    mutationFn: ({ attackId, review }: { attackId: string; review: Review }) =>
      bodyOf(
        api.PATCH("/api/analyze/sessions/{session_id}/techniques/{attack_id}", {
          params: { path: { session_id: sessionId, attack_id: attackId } },
          body: { review_status: review },
        }),
      ),
    onMutate: async ({ attackId, review }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Analysis>(queryKey);
      queries.setQueryData<Analysis>(queryKey, (known) => withReview(known, attackId, review));
      return { before };
    },
    onError: (_error, _change, context) => queries.setQueryData(queryKey, context?.before),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

function withReview(
  analysis: Analysis | undefined,
  attackId: string,
  review: Review,
): Analysis | undefined {
  if (analysis === undefined) return undefined;
  const techniques = analysis.techniques.map((technique) =>
    technique.attack_id === attackId ? { ...technique, review_status: review } : technique,
  );
  return { ...analysis, techniques };
}
