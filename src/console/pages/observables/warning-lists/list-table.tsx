import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteWarningList, type WarningList } from "../../../api/suppressions.ts";
import { counted } from "../../../parts/counted.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { FindField } from "../../../parts/find-field.tsx";
import tables from "../../../parts/table.module.css";
import styles from "../list/observables-page.module.css";
import { EFFECTS } from "./effects.ts";

interface Props {
  lists: readonly WarningList[];
  mayDelete: boolean;
}

/** All lists by name. Uploaded ones can be deleted. */
export function ListTable({ lists, mayDelete }: Props) {
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const shown = lists.filter(({ name, title, description }) =>
    `${name} ${title} ${description}`.toLowerCase().includes(wanted),
  );
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteWarningList,
    onSettled: () => queries.invalidateQueries({ queryKey: ["warning-lists"] }),
  });
  return (
    <>
      <div className={controls.line}>
        <FindField label="Find a list" value={words} onChange={setWords} />
        <span role="status" className={styles.quiet}>
          {wanted === "" ? "" : `${shown.length} of `}
          {counted(lists.length, "list")}
        </span>
      </div>
      {remove.isError ? <ErrorPane error={remove.error} /> : null}
      <table className={`${tables.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">List</th>
            <th scope="col">Effect</th>
            <th scope="col" className={styles.wide}>
              Entries
            </th>
            <th scope="col" className={styles.wide}>
              Source
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((list) => (
            <Row
              key={list.name}
              list={list}
              onDelete={
                mayDelete && list.source === "uploaded" ? () => remove.mutate(list.name) : null
              }
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps {
  list: WarningList;
  /** Null if it cannot be deleted. */
  onDelete: (() => void) | null;
}

function Row({ list, onDelete }: RowProps) {
  return (
    <tr>
      <th scope="row" className={styles.value}>
        {list.title}
        <span className={tables.below}>{list.description}</span>
      </th>
      <td>{EFFECTS[list.effect]}</td>
      <td className={`${styles.wide} ${styles.number}`}>{list.entries.toLocaleString("en")}</td>
      <td className={styles.wide}>
        {list.source === "shipped" ? "Shipped" : `Uploaded by ${list.updated_by}`}{" "}
        {onDelete === null ? null : (
          <button
            type="button"
            className={controls.plain}
            aria-label={`Delete ${list.title}`}
            onClick={onDelete}
          >
            Delete
          </button>
        )}
      </td>
    </tr>
  );
}
