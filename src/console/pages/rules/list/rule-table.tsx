import { ChooseAll, ChooseRow } from "../../../parts/choose-boxes.tsx";
import { Link } from "@tanstack/react-router";
import type { Rule, RuleState } from "../../../api/rules.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import controls from "../../../parts/controls.module.css";
import tables from "../../../parts/table.module.css";
import { type Chosen, linkId } from "../../../parts/use-chosen.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../rules.module.css";
import { LANGUAGE_NAMES, STATE_NAMES } from "../../../parts/rule-names.ts";
import { levelName, sourceOf } from "../words.ts";

const MOST_TECHNIQUES = 4;

interface Props {
  items: readonly Rule[];
  isFetching: boolean;
  chosen: Chosen;
  mayChange: boolean;
  onState: (ruleId: string, state: RuleState) => void;
}

/** A page of rules. */
export function RuleTable({ items, isFetching, chosen, mayChange, onState }: Props) {
  return (
    <table className={`${tables.table} ${styles.table}`} aria-busy={isFetching}>
      <thead>
        <tr>
          <th scope="col">
            <ChooseAll chosen={chosen} count={items.length} />
          </th>
          <th scope="col">Rule</th>
          <th scope="col" className={styles.wide}>
            Level
          </th>
          <th scope="col" className={styles.wide}>
            Techniques
          </th>
          <th scope="col" className={styles.wide}>
            Log source
          </th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {items.map((rule) => (
          <Row
            key={rule.rule_id}
            rule={rule}
            chosen={chosen}
            mayChange={mayChange}
            onState={onState}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Pick<Props, "chosen" | "mayChange" | "onState"> & { rule: Rule };

function Row({ rule, chosen, mayChange, onState }: RowProps) {
  const { rule_id: id, title, header, language, state, validation } = rule;
  const shown = title || "Untitled rule";
  return (
    <tr data-row={id} data-chosen={chosen.has(id)}>
      <td>
        <ChooseRow chosen={chosen} id={id} name={shown} />
      </td>
      <th scope="row" className={styles.title}>
        <Link id={linkId(id)} to="/rules/$ruleId" params={{ ruleId: id }}>
          <bdi>
            <VisibleText text={shown} />
          </bdi>
        </Link>
        <span className={styles.below}>
          {LANGUAGE_NAMES[language]}
          {header?.author == null ? null : (
            <>
              {" by "}
              <bdi>
                <VisibleText text={header.author} />
              </bdi>
            </>
          )}
          {validation.valid ? null : <span className={styles.bad}> · has errors</span>}
        </span>
        <Narrow rule={rule} />
      </th>
      <td className={styles.wide}>{levelName(header?.level)}</td>
      <td className={styles.wide}>
        <TechniqueLinks rule={rule} />
      </td>
      <td className={styles.wide}>{sourceOf(rule)}</td>
      <td>
        <span className={styles.line}>
          <span data-state={state} className={styles.state}>
            {STATE_NAMES[state]}
          </span>
          {mayChange ? (
            <Switch title={shown} state={state} onSet={(to) => onState(id, to)} />
          ) : null}
        </span>
      </td>
    </tr>
  );
}

/** The first techniques of a rule. Each links to its page. */
function TechniqueLinks({ rule: { techniques, domain } }: { rule: Rule }) {
  return (
    <span className={styles.line}>
      {techniques.slice(0, MOST_TECHNIQUES).map((id) => (
        <AttackLink key={id} id={id} domain={domain} />
      ))}
      {techniques.length > MOST_TECHNIQUES ? `and ${techniques.length - MOST_TECHNIQUES} more` : ""}
    </span>
  );
}

/** Details that have separate columns on wide screens. */
function Narrow({ rule }: { rule: Rule }) {
  const { header, techniques } = rule;
  const parts = [
    levelName(header?.level),
    techniques.slice(0, MOST_TECHNIQUES).join(", "),
    sourceOf(rule),
  ];
  return (
    <span className={`${styles.below} ${styles.narrow}`}>{parts.filter(Boolean).join(" · ")}</span>
  );
}

interface SwitchProps {
  title: string;
  state: RuleState;
  onSet: (state: RuleState) => void;
}

function Switch({ title, state, onSet }: SwitchProps) {
  const name = state === "enabled" ? "Disable" : "Enable";
  return (
    <button
      type="button"
      className={controls.button}
      aria-label={`${name} ${title}`}
      onClick={() => onSet(state === "enabled" ? "disabled" : "enabled")}
    >
      {name}
    </button>
  );
}
