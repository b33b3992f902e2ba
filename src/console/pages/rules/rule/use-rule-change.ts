import { useQueryClient } from "@tanstack/react-query";
import { ruleQuery, type StoredRule } from "../../../api/rules.ts";
import { type Guarded, useGuarded } from "../../../parts/conflict/use-guarded.ts";

interface Options<Wanted, Answer> {
  send: (wanted: Wanted, etag: string) => Promise<Answer>;
  onDone?: (answer: Answer) => void;
}

/** The state after each change made in this window, so that a longer one can continue from there. */
const followed = new Map<string, string>();

function latestOf(etag: string): string {
  const next = followed.get(etag);
  return next === undefined ? etag : latestOf(next);
}

function follow(from: string, to: string): void {
  if (from === to) return;
  followed.set(from, to);
  // A rule may return to an earlier state.
  followed.delete(to);
}

/** Sends a change of a rule. The next one is based on the state in its response. */
export function useRuleChange<Wanted, Answer extends { etag: string }>(
  { rule_id: id, etag }: StoredRule,
  { send, onDone }: Options<Wanted, Answer>,
) {
  const queries = useQueryClient();
  const { queryKey } = ruleQuery(id);
  return useGuarded(etag, {
    mutationFn: ({ wanted, etag: at }: Guarded<Wanted>) => send(wanted, latestOf(at)),
    onSuccess: (answer, { etag: at }) => {
      follow(latestOf(at), answer.etag);
      queries.setQueryData(queryKey, (known) => known && { ...known, etag: answer.etag });
      onDone?.(answer);
    },
    onSettled: () =>
      Promise.all(
        [queryKey, ["rules"], ["coverage"]].map((key) =>
          queries.invalidateQueries({ queryKey: key }),
        ),
      ),
  });
}
