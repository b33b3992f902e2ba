import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CoverageTest, testsQuery } from "../../../api/tests.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import { TestActions } from "./test-actions.tsx";
import styles from "./tests.module.css";
import { eventsText, resultName, RESULTS } from "./words.ts";

/** The tests of one technique, most recent first. */
export function TestHistory({ attackId, domain }: { attackId: string; domain: string }) {
  const asked = useQuery(testsQuery({ attack_id: attackId, domain }));
  const mayChange = useMayChange();
  if (asked.isError) return <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />;
  const { items = [], total = 0 } = asked.data ?? {};
  if (asked.data !== undefined && total === 0) {
    return (
      <p className={styles.quiet}>
        No test is recorded. Run one, then record whether it was detected, blocked or missed.
      </p>
    );
  }
  return (
    <>
      <ul aria-label={`Tests of ${attackId}`} className={styles.tests}>
        {items.map((test) => (
          <li key={test.test_id} className={styles.test} data-result={test.result}>
            <TestFacts test={test} />
            {mayChange ? <TestActions test={test} /> : null}
          </li>
        ))}
      </ul>
      {items.length < total ? (
        <Link to="/coverage/tests" search={{ attack_id: attackId }}>
          All {total} tests
        </Link>
      ) : null}
    </>
  );
}

/** The result of a test, its time, its author, and what was observed. */
function TestFacts({ test }: { test: CoverageTest }) {
  const { tested_at: at, created_by: by, note, rule_id: ruleId, rule_title: title } = test;
  return (
    <>
      <p className={styles.line}>
        <ResultName result={test.result} />
        <span className={styles.quiet}>
          {formatTime(at)} · recorded by <VisibleText text={by} />
        </span>
      </p>
      {test.events === "" ? null : (
        <p>
          <bdi>
            <VisibleText text={eventsText(test)} />
          </bdi>
        </p>
      )}
      <Lines text={note} />
      {ruleId === null ? null : <TestedRule ruleId={ruleId} title={title} />}
    </>
  );
}

/** A text with its original lines. */
export function Lines({ text }: { text: string }) {
  if (text === "") return null;
  return text.split(/\r?\n/u).map((line, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have nothing else
    <p key={place}>
      <bdi>
        <VisibleText text={line} />
      </bdi>
    </p>
  ));
}

/** The result of a test, with its symbol. */
export function ResultName({ result }: Pick<CoverageTest, "result">) {
  const sign = RESULTS.find((one) => one.result === result)?.sign ?? "";
  return (
    <span className={styles.result} data-result={result}>
      <span aria-hidden="true">{sign}</span> {resultName(result)}
    </span>
  );
}

/** The rule that was tested. */
export function TestedRule({ ruleId, title }: { ruleId: string; title: string | null }) {
  return (
    <Link to="/rules/$ruleId" params={{ ruleId }}>
      <bdi>
        <VisibleText text={title ?? ruleId} />
      </bdi>
    </Link>
  );
}
