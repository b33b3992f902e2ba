import { counted } from "../../../parts/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { deleteSample, samplesQuery, type StoredRule } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { SampleEvents } from "./sample-events.tsx";
import styles from "../rules.module.css";
import { RuleConflict } from "./rule-conflict.tsx";
import { useRuleChange } from "./use-rule-change.ts";

interface Props {
  rule: StoredRule;
  mayChange: boolean;
}

/** Events stored with the rule as its tests, and their last results. */
export function Samples({ rule, mayChange }: Props) {
  const { rule_id: id, test_run: run } = rule;
  const asked = useQuery(samplesQuery(id));
  const remove = useRuleChange(rule, {
    send: (sampleId: string, etag) => deleteSample(id, sampleId, etag),
  });
  const samples = asked.data ?? [];
  return (
    <section aria-labelledby="samples" className={styles.stack}>
      <h2 id="samples">Samples</h2>
      {asked.isError ? <ErrorPane error={asked.error} /> : null}
      {remove.error === null ? null : <ErrorPane error={remove.error} />}
      <RuleConflict conflict={remove.conflict} describe={() => "delete a sample"} />
      <p className={styles.quiet}>
        {samples.length === 0
          ? "None yet. A rule is tested on its samples whenever it is saved."
          : run === null
            ? "They run whenever the rule is saved."
            : `Last run: ${run.passed} passed, ${run.failed} failed.`}
      </p>
      <ul className={styles.rows}>
        {samples.map(({ id: sampleId, name, expected, event_count: events }) => {
          const result = run?.results.find((one) => one.sample_id === sampleId);
          return (
            <li key={sampleId}>
              <span className={styles.line}>
                <bdi>
                  <VisibleText text={name} />
                </bdi>
                {result === undefined ? null : (
                  <strong className={result.passed ? styles.good : styles.bad}>
                    {result.passed ? "passed" : "failed"}
                  </strong>
                )}
                {mayChange ? (
                  <button
                    type="button"
                    className={controls.plain}
                    aria-label={`Delete the sample ${name}`}
                    onClick={() => remove.send(sampleId)}
                  >
                    Delete
                  </button>
                ) : null}
              </span>
              <span className={styles.below}>
                {counted(events, "event")}:{" "}
                {expected === "match" ? "each of them matches" : "none of them matches"}
                {result?.error == null ? "" : `. ${result.error}`}
              </span>
              <SampleEvents ruleId={id} sampleId={sampleId} name={name} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
