import { getRouteApi } from "@tanstack/react-router";
import type { ObservablesWanted } from "../../../api/observables.ts";
import tables from "../../../parts/table.module.css";
import styles from "./observables-page.module.css";

type Sort = NonNullable<ObservablesWanted["sort"]>;

const route = getRouteApi("/observables");
/** Columns whose ascending order is more useful at first. */
const UP_FIRST = new Set<Sort>(["value", "kind", "role", "expires", "tags"]);

/** The header of a column. A click sorts by it, another one reverses the order. */
export function SortHead({ sort, name }: { sort: Sort; name: string }) {
  const { sort: current = "last_seen", order = "desc" } = route.useSearch();
  const navigate = route.useNavigate();
  const isCurrent = current === sort;
  const first = UP_FIRST.has(sort) ? "asc" : "desc";
  const next = isCurrent ? opposite(order) : first;
  return (
    <th
      scope="col"
      className={sort === "value" ? undefined : styles.wide}
      aria-sort={isCurrent ? (order === "asc" ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        className={tables.sort}
        onClick={() =>
          void navigate({
            search: (known) => ({ ...known, page: 1, sort, order: next }),
            replace: true,
          })
        }
      >
        {name}
        <span aria-hidden="true">{isCurrent ? (order === "asc" ? " ↑" : " ↓") : ""}</span>
      </button>
    </th>
  );
}

function opposite(order: "asc" | "desc"): "asc" | "desc" {
  return order === "asc" ? "desc" : "asc";
}
