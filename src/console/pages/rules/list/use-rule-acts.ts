import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BulkRuleOutcome, type RuleState, setRuleStates } from "../../../api/rules.ts";
import type { Chosen } from "../../../parts/use-chosen.ts";
import { counted, stateName } from "../words.ts";
import { type Filters, givenFilters } from "./filters.ts";

/** Sets the state of the chosen rules, of the one at hand, or of all that fit. */
export function useRuleActs(chosen: Chosen, filters: Filters) {
  const queries = useQueryClient();
  const [said, setSaid] = useState("");
  const bulk = useMutation({
    mutationFn: setRuleStates,
    onSettled: () =>
      Promise.all(
        ["rules", "rule", "coverage"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const send = (body: Parameters<typeof setRuleStates>[0]) => {
    setSaid("");
    bulk.mutate(body, { onSuccess: (outcome) => setSaid(describe(body.state, outcome)) });
  };
  return {
    bulk,
    said,
    setOne: (id: string, state: RuleState) => send({ action: "state", state, rule_ids: [id] }),
    set: (state: RuleState) => {
      // A row that had the focus once is no more in sight of who presses a key.
      const at = chosen.focused();
      const ids = chosen.ids.length > 0 || at === undefined ? chosen.ids : [at];
      if (ids.length > 0) send({ action: "state", state, rule_ids: [...ids] });
    },
    setAll: (state: RuleState) => {
      const filter = givenFilters(filters) as NonNullable<
        Parameters<typeof setRuleStates>[0]["filter"]
      >;
      send({ action: "state", state, filter });
    },
  };
}

function describe(
  state: RuleState,
  { changed, unchanged, missing, failing }: BulkRuleOutcome,
): string {
  const parts = [
    `${counted(changed, "rule")} ${changed === 1 ? "is" : "are"} ${stateName(state).toLowerCase()} now`,
    ...(unchanged === 0 ? [] : [`${unchanged} already ${unchanged === 1 ? "was" : "were"}`]),
    ...(missing.length === 0 ? [] : [`${missing.length} not there any more`]),
    ...(failing.length === 0 ? [] : [`samples of ${failing.length} failed when they last ran`]),
  ];
  return `${parts.join(", ")}.`;
}
