import { counted } from "../../../parts/counted.ts";
import { memo } from "react";
import type { CoveredTechnique } from "../../../api/coverage.ts";
import { TechniqueLabel } from "../../../parts/technique-label/technique-label.tsx";
import { formatDay } from "../../../parts/when.ts";
import styles from "../coverage-page.module.css";
import type { CoverageChange } from "../search.ts";
import { familyOf, standingOf, STATES, stateName } from "../words.ts";
import { rowId } from "./use-state-keys.ts";

interface Props {
  techniques: readonly CoveredTechnique[];
  chosen: string | undefined;
  onChange: (change: CoverageChange) => void;
}

/** The techniques by state. Each links to its proof. */
export function TechniqueRows({ techniques, chosen, onChange }: Props) {
  if (techniques.length === 0) return <p className={styles.quiet}>No technique fits.</p>;
  return (
    <div className={styles.groups}>
      {STATES.map(({ state, name, sign }) => {
        const group = techniques.filter((one) => standingOf(one) === state);
        if (group.length === 0) return null;
        return (
          <section key={state} aria-labelledby={`state-${state}`}>
            <h2 id={`state-${state}`} className={styles.state} data-state={state}>
              <span aria-hidden="true" className={styles.sign}>
                {sign}
              </span>{" "}
              {name} <span className={styles.quiet}>{group.length}</span>
            </h2>
            <ul className={styles.list}>
              {group.map((technique) => (
                <Row
                  key={technique.attack_id}
                  technique={technique}
                  isChosen={technique.attack_id === chosen}
                  onChange={onChange}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface RowProps extends Pick<Props, "onChange"> {
  technique: CoveredTechnique;
  isChosen: boolean;
}

const Row = memo(function Row({ technique, isChosen, onChange }: RowProps) {
  const { attack_id: id, name, last_test: test } = technique;
  const [state, family] = [standingOf(technique), familyOf(technique)];
  const { rule_count: rules, draft_count: drafts, disabled_count: off } = technique;
  const facts = [
    counted(rules, "rule"),
    ...(drafts === 0 ? [] : [counted(drafts, "draft")]),
    ...(off === 0 ? [] : [`${off} disabled`]),
    counted(technique.analytic_count, "analytic"),
    ...(test === null ? [] : [`${test.result} on ${formatDay(test.tested_at)}`]),
  ];
  return (
    <li>
      <button
        id={rowId(id)}
        type="button"
        className={styles.row}
        aria-pressed={isChosen}
        onClick={() => onChange({ technique: isChosen ? undefined : id })}
      >
        <TechniqueLabel id={id} name={name} />
        <span className={styles.quiet}>
          {facts.join(" · ")}
          {family === state ? "" : ` · with its family: ${stateName(family).toLowerCase()}`}
        </span>
      </button>
    </li>
  );
});
