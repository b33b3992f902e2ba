import { counted } from "../../../parts/counted.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CollectNext, collectNextQuery } from "../../../api/coverage.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import styles from "../coverage-page.module.css";
import { type CoverageSearch, wantedOf } from "../search.ts";

/** What to collect next, step by step, with the resulting share of techniques that have data. */
export function CollectNextView({ search }: { search: CoverageSearch }) {
  const asked = useQuery({
    ...collectNextQuery(wantedOf(search)),
    placeholderData: keepPreviousData,
  });
  if (asked.isError) return <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.data === undefined) return <Skeleton what="what to collect next" lines={10} />;
  return (
    <div aria-busy={asked.isPlaceholderData} className={styles.answer}>
      <Steps next={asked.data} />
    </div>
  );
}

function Steps({ next }: { next: CollectNext }) {
  const { technique_count: count, seen, share, steps, unreachable } = next;
  if (count === 0) {
    return <p className={styles.quiet}>There is no technique to see. Add another set.</p>;
  }
  return (
    <>
      <p>
        {seen} of {counted(count, "technique")} have data now.{" "}
        {steps.length === 0
          ? "No further log source of the release adds one."
          : "Each step adds the log source that shows most of the others."}
      </p>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <span>Collected now</span>
          <Bar share={share} before={share} />
          <span className={styles.percent}>{percent(share)}</span>
        </li>
        {steps.map((step, index) => (
          <li key={step.step} className={styles.step}>
            <span>
              <Link to="/coverage/log-sources" search={{ search: step.name }}>
                {step.name}
              </Link>{" "}
              {step.channel}
            </span>
            <Bar share={step.share} before={steps[index - 1]?.share ?? share} />
            <span className={styles.percent}>{percent(step.share)}</span>
            <Details step={step} />
          </li>
        ))}
      </ol>
      {unreachable.length === 0 ? null : (
        <details>
          <summary>
            For {counted(unreachable.length, "technique")} the release names no log source
          </summary>
          <p className={styles.quiet}>{unreachable.join(", ")}</p>
        </details>
      )}
    </>
  );
}

function Details({ step }: { step: CollectNext["steps"][number] }) {
  const { gained, techniques, rules_gained: rules, platforms, components } = step;
  return (
    <details className={styles.stepDetails}>
      <summary>
        {gained === 0
          ? "Shows none by itself; a later step needs it"
          : `Shows ${counted(gained, "more technique")}`}
        {rules === 0 ? "" : `, feeds ${counted(rules, "enabled rule")}`}
        {platforms.length === 0 ? "" : ` · ${platforms.join(", ")}`}
      </summary>
      <p className={styles.quiet}>{components.join(", ")}</p>
      <p>{techniques.join(", ")}</p>
    </details>
  );
}

/** The share before the step, and what the step adds. */
function Bar({ share, before }: { share: number; before: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={styles.bar} style={{ width: `${before * 100}%` }} />
      <span className={styles.gain} style={{ width: `${(share - before) * 100}%` }} />
    </span>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
