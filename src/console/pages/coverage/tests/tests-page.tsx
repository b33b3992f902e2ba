import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import {
  type CoverageTest,
  type TestResult,
  TESTS_A_PAGE,
  testsQuery,
} from "../../../api/tests.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import controls from "../../../parts/controls.module.css";
import { EmptyState } from "../../../parts/empty-state/empty-state.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { TypedField } from "../../../parts/filter-fields/filter-fields.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import tables from "../../../parts/table.module.css";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import { afterTestChange, type TestSearch, type TestSearchChange } from "./search.ts";
import { useRecordTest } from "./record-test.tsx";
import { useTestActions } from "./test-actions.tsx";
import { Lines, ResultName, TestedRule } from "./test-history.tsx";
import styles from "./tests.module.css";
import { eventsText, RESULTS } from "./words.ts";

const route = getRouteApi("/coverage/tests");

/** Recorded tests of techniques. */
export function TestsPage() {
  const search = route.useSearch();
  const { page = 1 } = search;
  const filters = afterTestChange(search, {});
  const navigate = route.useNavigate();
  const change = (part: TestSearchChange) =>
    void navigate({
      search: (now) => afterTestChange(now, part),
      replace: true,
      resetScroll: false,
    });
  const asked = useQuery({
    ...testsQuery(filters, page),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(filters).length > 0;
  const record = useRecordTest({ isPrimary: true });
  return (
    <Page
      title="Tests"
      lead="Record how tests of techniques ended. The most recent one decides whether a detection is proven."
      action={record.button}
    >
      {record.form}
      {asked.data?.total === 0 && !isFiltered ? null : (
        <Filters filters={filters} onChange={change} />
      )}
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.isPending ? <Skeleton what="the tests" lines={8} /> : null}
      {asked.data === undefined || asked.isError ? null : (
        <div aria-busy={asked.isPlaceholderData}>
          {asked.data.total === 0 ? (
            <NoTest isFiltered={isFiltered} />
          ) : (
            <TestTable tests={asked.data.items} />
          )}
          <ListPages
            page={page}
            perPage={TESTS_A_PAGE}
            total={asked.data.total}
            names={["test", "tests"]}
            onPage={(next) => change({ page: next === 1 ? undefined : next })}
          />
        </div>
      )}
    </Page>
  );
}

interface FilterProps {
  filters: TestSearch;
  onChange: (part: TestSearchChange) => void;
}

function Filters({ filters, onChange }: FilterProps) {
  return (
    <div className={fields.filters} role="search" aria-label="Tests">
      <TypedField
        label="Technique"
        hint="T1059.001"
        value={filters.attack_id ?? ""}
        onChange={(id) => onChange({ attack_id: id.toUpperCase() })}
      />
      <label>
        Result
        <select
          className={controls.field}
          value={filters.result ?? ""}
          onChange={({ target }) =>
            onChange({ result: (target.value || undefined) as TestResult | undefined })
          }
        >
          <option value="">Any</option>
          {RESULTS.map(({ result, name }) => (
            <option key={result} value={result}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {(["since", "until"] as const).map((name) => (
        <label key={name}>
          {name === "since" ? "Since" : "Until"}
          <input
            type="date"
            className={controls.field}
            value={filters[name] ?? ""}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        </label>
      ))}
    </div>
  );
}

function TestTable({ tests }: { tests: readonly CoverageTest[] }) {
  const mayChange = useMayChange();
  return (
    <div className={styles.cards}>
      <table className={`${tables.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Technique</th>
            <th scope="col">Result</th>
            <th scope="col">Tested at</th>
            <th scope="col">Recorded by</th>
            <th scope="col">Events and note</th>
            {mayChange ? <td /> : null}
          </tr>
        </thead>
        <tbody>
          {tests.map((test) => (
            <Row key={test.test_id} test={test} mayChange={mayChange} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A test. Its edit form has the row below. */
function Row({ test, mayChange }: { test: CoverageTest; mayChange: boolean }) {
  const { buttons, form } = useTestActions(test);
  return (
    <>
      <tr>
        <th scope="row">
          <AttackLink id={test.attack_id} name={test.name} domain={test.domain} />
        </th>
        <td>
          <ResultName result={test.result} />
        </td>
        <td className={styles.when}>{formatTime(test.tested_at)}</td>
        <td>
          <VisibleText text={test.created_by} />
        </td>
        <td>
          <Seen test={test} />
        </td>
        {mayChange ? <td>{buttons}</td> : null}
      </tr>
      {mayChange && form !== null ? (
        <tr>
          <td colSpan={6}>{form}</td>
        </tr>
      ) : null}
    </>
  );
}

function Seen({ test }: { test: CoverageTest }) {
  const { note, rule_id: ruleId, rule_title: title } = test;
  return (
    <>
      <Lines text={eventsText(test)} />
      <Lines text={note} />
      {ruleId === null ? null : <TestedRule ruleId={ruleId} title={title} />}
    </>
  );
}

function NoTest({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className={styles.quiet}>No test matches these filters.</p>;
  return (
    <EmptyState
      title="No test is recorded yet."
      action={
        <Link className={controls.button} to="/coverage" search={{ view: "test-first" }}>
          See what to test first
        </Link>
      }
    >
      A rule that is enabled and has its data should fire. A test proves it: run one, for example
      from Atomic Red Team, and record whether it was detected, blocked or missed.
    </EmptyState>
  );
}
