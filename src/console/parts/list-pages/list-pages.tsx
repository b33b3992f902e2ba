import controls from "../controls.module.css";
import styles from "./list-pages.module.css";

interface Props {
  /** From 1. */
  page: number;
  perPage: number;
  total: number;
  /** The names of the items, such as `["run", "runs"]`. */
  names: readonly [one: string, many: string];
  onPage: (page: number) => void;
}

/** The length of a list, and links to its other pages. */
export function ListPages({ page, perPage, total, names: [one, many], onPage }: Props) {
  const last = Math.max(1, Math.ceil(total / perPage));
  return (
    <nav aria-label={`Pages of ${many}`} className={styles.pages}>
      <span role="status">
        {total.toLocaleString("en")} {total === 1 ? one : many}
        {last > 1 ? `, page ${page} of ${last}` : ""}
      </span>
      {page > 1 ? (
        <button type="button" className={controls.button} onClick={() => onPage(page - 1)}>
          Previous page
        </button>
      ) : null}
      {page < last ? (
        <button type="button" className={controls.button} onClick={() => onPage(page + 1)}>
          Next page
        </button>
      ) : null}
    </nav>
  );
}
