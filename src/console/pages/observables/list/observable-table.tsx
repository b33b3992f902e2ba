import { ChooseAll } from "../../../parts/choose-boxes.tsx";
import type { Observable } from "../../../api/observables.ts";
import tables from "../../../parts/table.module.css";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { ObservableRow } from "./observable-row.tsx";
import styles from "./observables-page.module.css";
import type { Chosen } from "../../../parts/use-chosen.ts";

const COLUMNS = ["Kind", "Role", "Confidence", "First seen", "Last seen", "Expires", "Tags"];

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
          <th scope="col">Value</th>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className={styles.wide}>
              {name}
            </th>
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
