import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Rule, rulesQuery } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useChosen } from "../../../parts/use-chosen.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { ImportRules } from "../import/import-rules.tsx";
import styles from "../rules.module.css";
import { counted } from "../words.ts";
import { type Filters, givenFilters, pagesOf, wantedOf } from "./filters.ts";
import { RuleFilters } from "./rule-filters.tsx";
import { RuleTable } from "./rule-table.tsx";
import { StateBar } from "./state-bar.tsx";
import { useRuleActs } from "./use-rule-acts.ts";
import { useRuleKeys } from "./use-rule-keys.ts";

const route = getRouteApi("/rules");
const NONE: readonly Rule[] = [];

/** All detection rules: found, imported, enabled and disabled, many at once. */
export function RulesPage() {
  const { page = 1, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [isImporting, setIsImporting] = useState(false);
  const list = useQuery({
    ...rulesQuery(wantedOf(filters, page)),
    placeholderData: keepPreviousData,
  });
  const narrow = (part: Filters) =>
    void navigate({ search: givenFilters({ ...filters, ...part }), replace: true });
  return (
    <Page
      title="Rules"
      lead="Detection rules in Sigma, KQL, SPL and EQL. Only enabled rules count for coverage."
      action={
        mayChange && !isImporting ? (
          <button type="button" className={controls.primary} onClick={() => setIsImporting(true)}>
            Import rules
          </button>
        ) : null
      }
      wide
    >
      {mayChange && isImporting ? <ImportRules onClose={() => setIsImporting(false)} /> : null}
      <RuleFilters filters={filters} onChange={narrow} />
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton what="the rules" lines={12} /> : null}
      <Rows
        items={list.data?.items ?? NONE}
        total={list.data?.total ?? 0}
        isFetching={list.isFetching}
        filters={filters}
        onImport={() => setIsImporting(true)}
      />
      {list.data?.total === 0 ? (
        <p className={styles.quiet}>
          {Object.keys(givenFilters(filters)).length > 0
            ? "No rule matches the filters."
            : "No rule is stored yet. Import the rules that you run: files, or an archive such as a checkout of SigmaHQ."}
        </p>
      ) : null}
      {list.data === undefined ? null : (
        <Pages page={page} total={list.data.total} filters={filters} />
      )}
    </Page>
  );
}

interface RowsProps {
  items: readonly Rule[];
  total: number;
  isFetching: boolean;
  filters: Filters;
  onImport: () => void;
}

function Rows({ items, total, isFetching, filters, onImport }: RowsProps) {
  const mayChange = useMayChange();
  const chosen = useChosen(items.map(({ rule_id: id }) => id));
  const acts = useRuleActs(chosen, filters);
  useRuleKeys({ chosen, mayChange, onState: acts.set, onImport });
  if (items.length === 0) return null;
  const isNarrowed = Object.keys(givenFilters(filters)).length > 0;
  return (
    <>
      <div className={styles.bar}>
        {mayChange ? (
          <StateBar
            count={chosen.ids.length}
            total={chosen.ids.length === items.length ? total : null}
            isNarrowed={isNarrowed}
            isPending={acts.bulk.isPending}
            onState={acts.set}
            onAll={acts.setAll}
            onClear={() => chosen.chooseAll(false)}
          />
        ) : null}
        <span role="status">{acts.said}</span>
      </div>
      {acts.bulk.isError ? <ErrorPane error={acts.bulk.error} /> : null}
      <RuleTable
        items={items}
        isFetching={isFetching}
        chosen={chosen}
        mayChange={mayChange}
        onState={acts.setOne}
      />
    </>
  );
}

interface PagesProps {
  page: number;
  total: number;
  filters: Filters;
}

function Pages({ page, total, filters }: PagesProps) {
  return (
    <nav aria-label="Pages of the list" className={styles.line}>
      <span role="status">{counted(total, "rule")}</span>
      {page > 1 ? (
        <Link to="/rules" search={{ ...filters, page: page - 1 }}>
          Previous page
        </Link>
      ) : null}
      {page < pagesOf(total) ? (
        <Link to="/rules" search={{ ...filters, page: page + 1 }}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
