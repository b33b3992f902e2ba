import { useCallback, useMemo } from "react";
import { MatrixGrid } from "./grid/matrix-grid.tsx";
import styles from "./matrix-page.module.css";
import { enterPane } from "./pane/side-pane.tsx";
import { listOf, type MatrixChange, type MatrixSearch, toggled } from "./search.ts";

type GridProps = Parameters<typeof MatrixGrid>[0];

interface Props extends Pick<GridProps, "columns" | "scores" | "selected" | "onSelect"> {
  search: MatrixSearch;
  /** Whether there is data to wait for. */
  isRead: boolean;
  onChange: (change: (before: MatrixSearch) => MatrixChange) => void;
}

/** The matrix, folded according to the address, or a placeholder while it loads. */
export function FoldingGrid(props: Props) {
  const { search, columns, scores, selected, isRead, onSelect, onChange } = props;
  const except = useMemo(() => listOf(search.except), [search.except]);
  const onChoose = useCallback(
    (technique: string) => onChange(() => ({ technique, layers: undefined })),
    [onChange],
  );
  const onFold = useCallback(
    (id: string) => onChange((before) => ({ except: toggled(before.except, id) })),
    [onChange],
  );
  if (!isRead) {
    return (
      <div className={styles.waiting} role="status">
        Loading the matrix
      </div>
    );
  }
  if (columns.every(({ rows }) => rows.length === 0)) {
    return <p role="status">No technique matches. Clear a filter.</p>;
  }
  return (
    <MatrixGrid
      columns={columns}
      scores={scores}
      // A search shows its matches whether folded or not.
      areOpen={search.open === true || search.search !== undefined}
      except={except}
      chosen={search.technique ?? null}
      layout={search.layout ?? "names"}
      selected={selected}
      onSelect={onSelect}
      onChoose={onChoose}
      onEnter={enterPane}
      onFold={onFold}
    />
  );
}
