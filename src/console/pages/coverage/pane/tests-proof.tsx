import { useQuery } from "@tanstack/react-query";
import { type CoveredTechnique, testFirstQuery } from "../../../api/coverage.ts";
import styles from "../coverage-page.module.css";
import { AtomicTests } from "../tests/atomic-tests.tsx";
import { RecordTest } from "../tests/record-test.tsx";
import { TestHistory } from "../tests/test-history.tsx";

interface Props {
  technique: CoveredTechnique;
  domain: string;
  version: string;
}

/** The recorded tests of a technique, a form for the next one, and tests to run. */
export function TestsProof({ technique, domain, version }: Props) {
  const { attack_id: id, test_count: count, rules } = technique;
  const own = rules.filter(({ relation }) => relation === "own");
  return (
    <section aria-labelledby="proof-tests">
      <h3 id="proof-tests">
        Tests <span className={styles.quiet}>{count}</span>
      </h3>
      <RecordTest attackId={id} domain={domain} rules={own} />
      <TestHistory attackId={id} domain={domain} />
      <TestsToRun id={id} domain={domain} version={version} />
    </section>
  );
}

function TestsToRun({ id, domain, version }: { id: string; domain: string; version: string }) {
  const asked = useQuery(testFirstQuery({ technique_ids: id, domain, version }));
  const item = asked.data?.items[0];
  if (item === undefined || item.test_count === 0) return null;
  return (
    <details>
      <summary>Atomic Red Team: {item.test_count} to run</summary>
      <AtomicTests tests={item.tests} count={item.test_count} />
    </details>
  );
}
