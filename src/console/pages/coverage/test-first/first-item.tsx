import { counted } from "../../../parts/counted.ts";
import { Link } from "@tanstack/react-router";
import type { NamedRelease } from "../../../api/attack.ts";
import type { TestFirstItem } from "../../../api/coverage.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { formatDay } from "../../../parts/when.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../coverage-page.module.css";
import { AtomicTests } from "../tests/atomic-tests.tsx";
import { RecordTest } from "../tests/record-test.tsx";
import { standingOf, stateName, TELEMETRY } from "../words.ts";

const FACTORS = [
  { factor: "confidence", name: "Confidence" },
  { factor: "use", name: "Use" },
  { factor: "gap", name: "Gap" },
  { factor: "test", name: "Test" },
] as const;

interface Props {
  item: TestFirstItem;
  release: NamedRelease;
}

/** A technique to test: its score by factor, the existing tests, and the rules that should fire. */
export function FirstItem({ item, release }: Props) {
  const { attack_id: id, name, score, factors, used_by: used, last_test: test } = item;
  const standing = standingOf(item);
  return (
    <li className={styles.item}>
      <header className={styles.line}>
        <strong className={styles.score}>{score.toFixed(2)}</strong>
        <AttackLink id={id} name={name} {...release} />
        <span className={styles.state} data-state={standing}>
          {stateName(standing)}
        </span>
        {test === null ? null : (
          <span className={styles.quiet}>
            Last test {test.result} on {formatDay(test.tested_at)}
          </span>
        )}
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
        {used.sessions} of your reports.
      </p>
      <Tests item={item} />
      <Rules item={item} />
      <RecordTest attackId={id} domain={release.domain} rules={item.rules} />
    </li>
  );
}

function Tests({ item: { tests, test_count: count } }: { item: TestFirstItem }) {
  if (count === 0) return <p className={styles.quiet}>Atomic Red Team has no test for it.</p>;
  return (
    <div>
      <h3>Tests</h3>
      <AtomicTests tests={tests} count={count} />
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
