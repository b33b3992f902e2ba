import { Link } from "@tanstack/react-router";
import type { NamedRelease } from "../../../api/attack.ts";
import type { TestFirstItem } from "../../../api/coverage.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../coverage-page.module.css";
import { counted, stateName, TELEMETRY } from "../words.ts";

const FACTORS = [
  { factor: "confidence", name: "Confidence" },
  { factor: "use", name: "Use" },
  { factor: "gap", name: "Gap" },
  { factor: "test", name: "Test" },
] as const;
const OPEN_TESTS = 3;

interface Props {
  item: TestFirstItem;
  release: NamedRelease;
}

/** A technique to test: its score by factor, the tests that there are, the rules that should fire. */
export function FirstItem({ item, release }: Props) {
  const { attack_id: id, name, state, score, factors, used_by: used } = item;
  return (
    <li className={styles.item}>
      <header className={styles.line}>
        <strong className={styles.score}>{score.toFixed(2)}</strong>
        <AttackLink id={id} name={name} {...release} />
        <span className={styles.state} data-state={state}>
          {stateName(state)}
        </span>
      </header>
      <dl className={styles.factors}>
        {FACTORS.map(({ factor, name: title }) => (
          <div key={factor}>
            <dt>{title}</dt>
            <dd>{factors[factor].toFixed(2)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>
        Used by {counted(used.groups, "group")}, {counted(used.campaigns, "campaign")} and{" "}
        {counted(used.sessions, "session")} of your own.
      </p>
      <Tests item={item} />
      <Rules item={item} />
    </li>
  );
}

function Tests({ item: { tests, test_count: count } }: { item: TestFirstItem }) {
  if (count === 0) return <p className={styles.quiet}>Atomic Red Team has no test for it.</p>;
  const list = (shown: typeof tests) => (
    <ul className={styles.rows}>
      {shown.map(({ guid, name, platforms, number, technique_id, executor, ...test }) => (
        <li key={guid}>
          {name}{" "}
          <span className={styles.quiet}>
            {technique_id} test {number}, {platforms.join(", ")}, {executor}
            {test.elevation_required === true ? ", needs elevation" : ""}
          </span>
          <span className={styles.guid}>
            <code>{guid}</code>
            <CopyButton text={guid} name="Copy" label={`Copy GUID ${guid}`} />
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <div>
      <h3>Tests</h3>
      {list(tests.slice(0, OPEN_TESTS))}
      {tests.length <= OPEN_TESTS ? null : (
        <details>
          <summary>{tests.length - OPEN_TESTS} more</summary>
          {list(tests.slice(OPEN_TESTS))}
          {tests.length < count ? (
            <p className={styles.quiet}>
              {tests.length} of {count} are listed.
            </p>
          ) : null}
        </details>
      )}
    </div>
  );
}

function Rules({ item }: { item: TestFirstItem }) {
  const { attack_id: id, rules, rule_count: count, drafts } = item;
  return (
    <div>
      <h3>Rules that should fire</h3>
      {count === 0 ? (
        <p className={styles.quiet}>
          None is enabled.{" "}
          {drafts.length === 0 ? null : (
            <Link to="/rules" search={{ technique_id: id, state: "draft" }}>
              See the drafts
            </Link>
          )}
        </p>
      ) : null}
      <ul className={styles.rows}>
        {rules.map(({ rule_id: ruleId, title, collected }) => (
          <li key={ruleId}>
            <Link to="/rules/$ruleId" params={{ ruleId }}>
              <bdi>
                <VisibleText text={title} />
              </bdi>
            </Link>{" "}
            <span className={styles.quiet}>{TELEMETRY[collected]}</span>
          </li>
        ))}
      </ul>
      {rules.length < count ? (
        <Link to="/rules" search={{ technique_id: id, state: "enabled" }}>
          All {count}
        </Link>
      ) : null}
    </div>
  );
}
