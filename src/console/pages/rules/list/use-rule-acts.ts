import { counted } from "../../../parts/counted.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BulkRuleOutcome, type RuleState, setRuleStates } from "../../../api/rules.ts";
import type { Chosen } from "../../../parts/use-chosen.ts";
import { STATE_NAMES } from "../../../parts/rule-names.ts";
import { STATES } from "../words.ts";
import { type Filters, givenFilters } from "./filters.ts";

type Body = Parameters<typeof setRuleStates>[0];

const NOTHING: BulkRuleOutcome = { changed: 0, unchanged: 0, missing: [], failing: [] };

/** Sets the state of the selected rules, of the focused one, or of the whole list. */
export function useRuleActs(chosen: Chosen, filters: Filters) {
  const queries = useQueryClient();
  const [said, setSaid] = useState("");
  const bulk = useMutation({
    mutationFn: async (bodies: readonly Body[]) => {
      let all = NOTHING;
      for (const body of bodies) all = added(all, await setRuleStates(body));
      return all;
    },
    onSettled: () =>
      Promise.all(
        ["rules", "rule", "coverage"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const send = (...bodies: readonly Body[]) => {
    setSaid("");
    const state = bodies[0]?.state ?? "draft";
    bulk.mutate(bodies, { onSuccess: (outcome) => setSaid(describe(state, outcome)) });
  };
  return {
    bulk,
    said,
    setOne: (id: string, state: RuleState) => send({ action: "state", state, rule_ids: [id] }),
    set: (state: RuleState) => {
      // A row that had the focus earlier may no longer be visible.
      const at = chosen.focused();
      const ids = chosen.ids.length > 0 || at === undefined ? chosen.ids : [at];
      if (ids.length > 0) send({ action: "state", state, rule_ids: [...ids] });
    },
    setAll: (state: RuleState) => {
      const filter = givenFilters(filters) as NonNullable<Body["filter"]>;
      // The service accepts no empty filter, so all rules means those in the other states.
      const others = STATES.filter((one) => one.state !== state);
      const wanted =
        Object.keys(filter).length > 0 ? [filter] : others.map((one) => ({ state: one.state }));
      send(...wanted.map((one) => ({ action: "state" as const, state, filter: one })));
    },
  };
}

function added(before: BulkRuleOutcome, after: BulkRuleOutcome): BulkRuleOutcome {
  return {
    changed: before.changed + after.changed,
    unchanged: before.unchanged + after.unchanged,
    missing: [...before.missing, ...after.missing],
    failing: [...before.failing, ...after.failing],
  };
}

function describe(
  state: RuleState,
  { changed, unchanged, missing, failing }: BulkRuleOutcome,
): string {
  const parts = [
    `${counted(changed, "rule")} ${changed === 1 ? "is" : "are"} ${STATE_NAMES[state].toLowerCase()} now`,
    ...(unchanged === 0 ? [] : [`${unchanged} already ${unchanged === 1 ? "was" : "were"}`]),
    ...(missing.length === 0 ? [] : [`${missing.length} not there any more`]),
    ...(failing.length === 0 ? [] : [`samples of ${failing.length} failed when they last ran`]),
  ];
  return `${parts.join(", ")}.`;
}
