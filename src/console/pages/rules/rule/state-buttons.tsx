import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { deleteRule, type Rule, type RuleState, setRuleState } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { type KeyHelp, useKeyHelp } from "../../../parts/key-help/key-help.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import styles from "../rules.module.css";
import { STATES, stateName } from "../words.ts";

const HELP: KeyHelp = {
  title: "Rule",
  keys: [
    ["e", "Enable it"],
    ["d", "Disable it"],
  ],
};
const READING_HELP: KeyHelp = { title: "Rule", keys: [] };
const NO_KEYS = {};

interface Props {
  rule: Rule;
  mayChange: boolean;
}

/** Whether a rule is at work, to be changed; and its end. */
export function StateButtons({ rule, mayChange }: Props) {
  const queries = useQueryClient();
  const { rule_id: id, state } = rule;
  const change = useMutation({
    mutationFn: (to: RuleState) => setRuleState(id, to),
    onSettled: () =>
      Promise.all(
        [["rule", id], ["rules"], ["coverage"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const { mutate } = change;
  useKeyHelp(mayChange ? HELP : READING_HELP);
  useKeys(
    useMemo(
      () => (mayChange ? { e: () => mutate("enabled"), d: () => mutate("disabled") } : NO_KEYS),
      [mayChange, mutate],
    ),
  );
  if (!mayChange) {
    return (
      <strong data-state={state} className={styles.state}>
        {stateName(state)}
      </strong>
    );
  }
  return (
    <div className={styles.stack}>
      <div role="group" aria-label="State" className={styles.line}>
        {STATES.map((one) => (
          <button
            key={one.state}
            type="button"
            className={controls.button}
            title={one.means}
            aria-pressed={one.state === state}
            disabled={change.isPending}
            onClick={() => mutate(one.state)}
          >
            {one.name}
          </button>
        ))}
        <Deletion ruleId={id} />
      </div>
      {change.isError ? <ErrorPane error={change.error} /> : null}
    </div>
  );
}

/** Asked twice, for versions and samples go with it. */
function Deletion({ ruleId }: { ruleId: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteRule(ruleId),
    onSuccess: async () => {
      await navigate({ to: "/rules" });
      queries.removeQueries({ queryKey: ["rule", ruleId] });
      await Promise.all(
        ["rules", "coverage"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  if (!isAsked) {
    return (
      <button type="button" className={controls.button} onClick={() => setIsAsked(true)}>
        Delete
      </button>
    );
  }
  return (
    <span className={styles.line}>
      <span role="alert">Its versions and samples go too.</span>
      <button
        autoFocus
        type="button"
        className={controls.button}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        Delete for good
      </button>
      <button type="button" className={controls.button} onClick={() => setIsAsked(false)}>
        Keep
      </button>
      {remove.isError ? <ErrorPane error={remove.error} /> : null}
    </span>
  );
}
