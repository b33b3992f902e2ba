import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { deleteRule, type RuleState, setRuleState, type StoredRule } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { type Guarded, useGuarded } from "../../../parts/conflict/use-guarded.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { type KeyHelp, useKeyHelp } from "../../../parts/key-help/key-help.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import styles from "../rules.module.css";
import { STATE_NAMES } from "../../../parts/rule-names.ts";
import { STATES } from "../words.ts";
import { RuleConflict } from "./rule-conflict.tsx";
import { useRuleChange } from "./use-rule-change.ts";

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
  rule: StoredRule;
  mayChange: boolean;
}

/** Changes whether a rule is enabled, or deletes it. */
export function StateButtons({ rule, mayChange }: Props) {
  const { rule_id: id, state } = rule;
  const change = useRuleChange(rule, {
    send: (to: RuleState, etag) => setRuleState(id, to, etag),
  });
  const { send } = change;
  useKeyHelp(mayChange ? HELP : READING_HELP);
  useKeys(
    useMemo(
      () => (mayChange ? { e: () => send("enabled"), d: () => send("disabled") } : NO_KEYS),
      [mayChange, send],
    ),
  );
  if (!mayChange) {
    return (
      <strong data-state={state} className={styles.state}>
        {STATE_NAMES[state]}
      </strong>
    );
  }
  return (
    <div className={styles.stack}>
      <div role="group" aria-label="State" className={styles.line}>
        <span className={styles.quiet}>State</span>
        {STATES.map((one) => (
          <button
            key={one.state}
            type="button"
            className={controls.button}
            title={one.means}
            aria-pressed={one.state === state}
            disabled={change.isPending}
            onClick={() => send(one.state)}
          >
            {one.name}
          </button>
        ))}
        <Deletion rule={rule} />
      </div>
      {change.error === null ? null : <ErrorPane error={change.error} />}
      <RuleConflict conflict={change.conflict} describe={(to) => STATE_NAMES[to].toLowerCase()} />
    </div>
  );
}

/** Asks for confirmation, because versions and samples are deleted too. */
function Deletion({ rule }: { rule: StoredRule }) {
  const { rule_id: ruleId, etag } = rule;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useGuarded(etag, {
    mutationFn: ({ etag: at }: Guarded<null>) => deleteRule(ruleId, at),
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
        onClick={() => remove.send(null)}
      >
        Delete for good
      </button>
      <button type="button" className={controls.button} onClick={() => setIsAsked(false)}>
        Keep
      </button>
      {remove.error === null ? null : <ErrorPane error={remove.error} />}
      <RuleConflict
        conflict={remove.conflict}
        describe={() => "delete the rule"}
        onKept={() => setIsAsked(false)}
      />
    </span>
  );
}
