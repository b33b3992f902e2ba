import type { TestFirstItem } from "../../../api/coverage.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import styles from "../coverage-page.module.css";

const OPEN_TESTS = 3;

interface Props {
  tests: TestFirstItem["tests"];
  /** The total number. */
  count: number;
}

/** Atomic Red Team tests, the first ones expanded. */
export function AtomicTests({ tests, count }: Props) {
  return (
    <>
      <List tests={tests.slice(0, OPEN_TESTS)} />
      {tests.length <= OPEN_TESTS ? null : (
        <details>
          <summary>{tests.length - OPEN_TESTS} more</summary>
          <List tests={tests.slice(OPEN_TESTS)} />
          {tests.length < count ? (
            <p className={styles.quiet}>
              {tests.length} of {count} are listed.
            </p>
          ) : null}
        </details>
      )}
    </>
  );
}

function List({ tests }: Pick<Props, "tests">) {
  return (
    <ul className={styles.rows}>
      {tests.map(({ guid, name, platforms, number, technique_id, executor, ...test }) => (
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
}
