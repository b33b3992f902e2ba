import { ChooseAll } from "../../../parts/choose-boxes.tsx";
import type { Observable } from "../../../api/observables.ts";
import tables from "../../../parts/table.module.css";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { ObservableRow } from "./observable-row.tsx";
import { SortHead } from "./sort-head.tsx";
import styles from "./observables-page.module.css";
import type { Chosen } from "../../../parts/use-chosen.ts";

const COLUMNS = [
  { sort: "value", name: "Value" },
  { sort: "kind", name: "Kind" },
  { sort: "role", name: "Role" },
  { sort: "confidence", name: "Confidence" },
  { sort: "reports", name: "Reports" },
  { sort: "first_seen", name: "First seen" },
  { sort: "last_seen", name: "Last seen" },
  { sort: "expires", name: "Expires" },
  { sort: "tags", name: "Tags" },
] as const;

interface Props {
  items: readonly Observable[];
  isFetching: boolean;
  chosen: Chosen;
}

/** A page of observables. */
export function ObservableTable({ items, isFetching, chosen }: Props) {
  return (
    <table className={`${tables.table} ${styles.table}`} aria-busy={isFetching}>
      <thead>
        <tr>
          <th scope="col">
            <ChooseAll chosen={chosen} count={items.length} />
          </th>
          {COLUMNS.map((column) => (
            <SortHead key={column.sort} {...column} />
          ))}
          <th scope="col">
            <Unseen>Copy</Unseen>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((observable) => (
          <ObservableRow key={observable.id} observable={observable} chosen={chosen} />
        ))}
      </tbody>
    </table>
  );
}
