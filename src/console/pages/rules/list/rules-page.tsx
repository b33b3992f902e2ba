import { counted } from "../../../parts/counted.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Rule, rulesQuery } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { EmptyState } from "../../../parts/empty-state/empty-state.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useWaitingFiles } from "../../../parts/handed-file.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useChosen } from "../../../parts/use-chosen.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { Page } from "../../../parts/page/page.tsx";
import { ImportRules } from "../import/import-rules.tsx";
import styles from "../rules.module.css";
import { DraftPanel } from "./draft-panel.tsx";
import { type Filters, givenFilters, pagesOf, wantedOf } from "./filters.ts";
import { RuleFilters } from "./rule-filters.tsx";
import { RuleTable } from "./rule-table.tsx";
import { StateBar } from "./state-bar.tsx";
import { useRuleActs } from "./use-rule-acts.ts";
import { useRuleKeys } from "./use-rule-keys.ts";

const route = getRouteApi("/rules");
const NONE: readonly Rule[] = [];

/** The panel open above the list. */
type Panel = "draft" | "import" | null;

/** All detection rules: search, draft, import, export, enable and disable. */
export function RulesPage() {
  const { page = 1, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const [panel, setPanel] = useState<Panel>(null);
  useWaitingFiles("rules", () => setPanel("import"));
  const list = useQuery({
    ...rulesQuery(wantedOf(filters, page)),
    placeholderData: keepPreviousData,
  });
  const narrow = (part: Filters) =>
    void navigate({
      search: givenFilters({ ...filters, ...part }),
      replace: true,
      resetScroll: false,
    });
  const close = () => setPanel(null);
  return (
    <Page
      title="Rules"
      lead="Detection rules in Sigma, KQL, SPL and EQL. Only enabled rules count for coverage."
      action={
        <Actions
          filters={filters}
          total={list.data?.total ?? 0}
          panel={panel}
          onOpen={(wanted) => setPanel(wanted === panel ? null : wanted)}
        />
      }
      wide
    >
      {mayChange && panel === "import" ? <ImportRules onClose={close} /> : null}
      {mayChange && panel === "draft" ? <DraftPanel onClose={close} /> : null}
      <RuleFilters filters={filters} onChange={narrow} />
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton what="the rules" lines={12} /> : null}
      <Rows
        items={list.data?.items ?? NONE}
        total={list.data?.total ?? 0}
        isFetching={list.isFetching}
        filters={filters}
        onImport={() => setPanel("import")}
      />
      {list.data?.total === 0 ? (
        <NoRule isFiltered={Object.keys(givenFilters(filters)).length > 0} />
      ) : null}
      {list.data === undefined ? null : (
        <Pages page={page} total={list.data.total} filters={filters} />
      )}
    </Page>
  );
}

function NoRule({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className={styles.quiet}>No rule matches. Clear a filter.</p>;
  return (
    <EmptyState title="There is no rule yet.">
      Import the rules that you run, as files or as an archive such as a checkout of SigmaHQ, or
      draft one for a technique. Coverage then shows which techniques your enabled rules detect.
    </EmptyState>
  );
}

interface ActionsProps {
  filters: Filters;
  total: number;
  panel: Panel;
  onOpen: (panel: Panel) => void;
}

/** Actions on rules as a whole. A viewer can export them. */
function Actions({ filters, total, panel, onOpen }: ActionsProps) {
  const mayChange = useMayChange();
  const query = new URLSearchParams(givenFilters(filters) as Record<string, string>);
  return (
    <>
      {total === 0 ? null : (
        <a href={`/api/pipeline/rules/export?${query}`} download className={controls.button}>
          Export
        </a>
      )}
      {mayChange ? (
        <>
          <button
            type="button"
            className={controls.button}
            aria-expanded={panel === "import"}
            onClick={() => onOpen("import")}
          >
            Import rules
          </button>
          <button
            type="button"
            className={panel === "draft" ? controls.button : controls.primary}
            aria-expanded={panel === "draft"}
            onClick={() => onOpen("draft")}
          >
            Draft a rule
          </button>
        </>
      ) : null}
    </>
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
  if (total === 0) return null;
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
