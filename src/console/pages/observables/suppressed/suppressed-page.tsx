import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Observable } from "../../../api/observables.ts";
import {
  restoreSuppression,
  type Suppression,
  suppressionsQuery,
} from "../../../api/suppressions.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { SearchField } from "../../../parts/filter-fields/filter-fields.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { DefangSwitch } from "../shown/defang-switch.tsx";
import { RULE_NAMES, RULES } from "./rules.ts";
import { SuppressedTable } from "./suppressed-table.tsx";

const route = getRouteApi("/observables/suppressed");
const PAGE = 50;

/** Values excluded from the observables, each with the reason and a way to restore it. */
export function SuppressedPage() {
  const { q = "", rule = "", page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const isRule = RULES.find((one) => one === rule);
  const list = useQuery({
    ...suppressionsQuery({
      limit: PAGE,
      offset: (page - 1) * PAGE,
      ...(q !== "" && { q }),
      ...(isRule !== undefined && { rule: isRule }),
    }),
    placeholderData: keepPreviousData,
  });
  const restore = useRestore();
  const narrow = (part: { q?: string; rule?: string; page?: number }) => {
    const next = Object.entries({ q, rule, ...part }).filter(([, value]) => value !== "");
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  const total = list.data?.total ?? 0;
  return (
    <Page
      title="Suppressed values"
      wide
      lead="Values from reports that are not observables: private addresses, values on warning lists, and values that analysts deleted. A restored value is never suppressed again."
      action={<DefangSwitch />}
    >
      <Filters q={q} rule={rule} onChange={narrow} />
      {restore.isError ? <ErrorPane error={restore.error} /> : null}
      {restore.data === undefined ? null : <Restored observable={restore.data} />}
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton what="the suppressed values" lines={10} /> : null}
      {total > 0 ? (
        <SuppressedTable
          items={list.data?.items ?? []}
          isFetching={list.isFetching}
          isBusy={restore.isPending}
          onRestore={mayChange ? ({ id }: Suppression) => restore.mutate(id) : null}
        />
      ) : null}
      {list.data?.total === 0 ? (
        <p>
          {q + rule === ""
            ? "No value is suppressed. Values of your reports that are private, or on a warning list, appear here."
            : "No suppressed value matches."}
        </p>
      ) : (
        <ListPages
          page={page}
          perPage={PAGE}
          total={total}
          names={["value", "values"]}
          onPage={(next) => narrow({ page: next })}
        />
      )}
    </Page>
  );
}

interface FiltersProps {
  q: string;
  rule: string;
  onChange: (part: { q?: string; rule?: string }) => void;
}

function Filters({ q, rule, onChange }: FiltersProps) {
  return (
    <div className={fields.filters} role="search" aria-label="Suppressed values">
      <SearchField
        id="suppressed-search"
        hint="Part of the value"
        value={q}
        onChange={(text) => onChange({ q: text })}
      />
      <label>
        Reason
        <select
          className={controls.field}
          value={rule}
          onChange={({ target }) => onChange({ rule: target.value })}
        >
          <option value="">Any reason</option>
          {RULES.map((one) => (
            <option key={one} value={one}>
              {RULE_NAMES[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function useRestore() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: restoreSuppression,
    onSettled: () =>
      Promise.all(
        ["suppressions", "observables"].map((noun) =>
          queries.invalidateQueries({ queryKey: [noun] }),
        ),
      ),
  });
}

function Restored({ observable: { id } }: { observable: Observable }) {
  return (
    <p role="status">
      The value is an observable again.{" "}
      <Link to="/observables/$observableId" params={{ observableId: id }}>
        Open it
      </Link>
    </p>
  );
}
