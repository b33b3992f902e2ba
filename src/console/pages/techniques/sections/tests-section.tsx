import { useQuery } from "@tanstack/react-query";
import { type AtomicTest, atomicTestsQuery } from "../../../api/detections.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "../../../parts/library/library.module.css";
import { Section } from "../../../parts/library/section.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import type { Release } from "../technique-view.tsx";

const OPEN = 5;

/** The Atomic Red Team tests for the technique. This service lists them but runs none. */
export function TestsSection({ id, release }: { id: string; release: Release }) {
  const asked = useQuery(atomicTestsQuery(release, id));
  const tests = asked.data ?? [];
  return (
    <Section id="tests" title="Tests" count={asked.data?.length}>
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.isPending ? <Skeleton what="the tests" lines={2} /> : null}
      {asked.data?.length === 0 ? (
        <p className={styles.quiet}>Atomic Red Team has no test for this technique.</p>
      ) : null}
      <Tests tests={tests.slice(0, OPEN)} />
      {tests.length <= OPEN ? null : (
        <details>
          <summary>{tests.length - OPEN} more tests</summary>
          <Tests tests={tests.slice(OPEN)} />
        </details>
      )}
    </Section>
  );
}

function Tests({ tests }: { tests: readonly AtomicTest[] }) {
  return (
    <ul className={styles.rows}>
      {tests.map(({ guid, name, technique_id: id, number, platforms, executor, ...test }) => (
        <li key={guid}>
          <span>{name}</span>
          <span className={styles.line}>
            <span className={styles.small}>
              {[
                `${id}, test ${number}`,
                platforms.join(", "),
                executor,
                test.elevation_required === true ? "needs elevation" : "",
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <CopyButton text={guid} name="Copy GUID" label={`Copy GUID of ${name}`} />
          </span>
        </li>
      ))}
    </ul>
  );
}
