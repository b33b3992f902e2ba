import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import controls from "../../parts/controls.module.css";
import { EmptyState } from "../../parts/empty-state/empty-state.tsx";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { FoldingGrid } from "./folding-grid.tsx";
import styles from "./matrix-page.module.css";
import { OverlayBar } from "./overlays/overlay-bar.tsx";
import { writeRef } from "./overlays/overlay-ref.ts";
import { combinationOf, useOverlays, useScores } from "./overlays/use-overlays.ts";
import type { PaneProps } from "./pane/pane-props.ts";
import { SidePane } from "./pane/side-pane.tsx";
import { afterChange, type MatrixChange, type MatrixSearch, toggled } from "./search.ts";
import { SelectionBar } from "./selection/selection-bar.tsx";
import { useSelection } from "./selection/use-selection.ts";
import { Toolbar } from "./toolbar.tsx";
import { useFiltered, useMatrix } from "./use-matrix.ts";
import { useRelease } from "./use-release.ts";

const route = getRouteApi("/matrix");
type GridProps = Parameters<typeof FoldingGrid>[0];

/** A release of ATT&CK as a heat map, with overlays of reports, groups, campaigns and layers. */
export function MatrixPage() {
  const search = route.useSearch();
  const change = useChange();
  const { release, releases, error, isEmpty } = useRelease(search);
  const matrix = useMatrix(release);
  const states = useOverlays(search.overlays, release);
  const combination = combinationOf(search.combine, states);
  const { scores, error: setError } = useScores(states, combination, release);
  const columns = useFiltered(matrix.columns, search, states.length === 0 ? null : scores);
  const failed = error ?? matrix.error ?? setError;
  return (
    <Page
      title="Matrix"
      lead="Compare what reports, groups, campaigns and layers use, technique by technique."
      action={<LayersButton search={search} onChange={change} />}
      wide
    >
      <div className={styles.page}>
        <Toolbar
          search={search}
          release={release}
          releases={releases}
          tactics={matrix.tactics}
          platforms={matrix.platforms}
          scores={states.length === 0 ? null : scores}
          columns={columns}
          onChange={change}
        />
        <OverlayBar
          release={release}
          states={states}
          combination={combination}
          known={matrix.known}
          onToggle={(ref) => change({ overlays: toggled(search.overlays, writeRef(ref)) })}
          onCombine={(combine) => change({ combine })}
        />
        {failed === null ? null : <ErrorPane error={failed} />}
        {isEmpty ? (
          <EmptyState
            title="There is no release of ATT&CK yet."
            action={
              <Link to="/releases" className={controls.button}>
                See the releases
              </Link>
            }
          >
            The matrix shows the techniques of a release. An admin can get or upload one.
          </EmptyState>
        ) : null}
        <Panes
          {...{ search, release, states, scores, columns, combination, onChange: change }}
          isRead={matrix.isRead}
          isAwaited={failed === null && !isEmpty}
        />
      </div>
    </Page>
  );
}

interface PanesProps extends PaneProps, Pick<GridProps, "isRead"> {
  /** Whether the matrix is still loading. */
  isAwaited: boolean;
  onChange: GridProps["onChange"] & PaneProps["onChange"];
}

/** The matrix, the actions on the selected techniques, and the side pane. */
function Panes({ isRead, isAwaited, ...shown }: PanesProps) {
  const { search, release, states, scores, columns, onChange } = shown;
  const { ids, onSelect, clear } = useSelection();
  const hasPane = search.layers === true || search.technique !== undefined;
  return (
    <>
      {ids.size === 0 ? null : (
        <SelectionBar
          ids={ids}
          release={release}
          shown={states.flatMap(({ ref }) => (ref.kind === "layer" ? [ref.id] : []))}
          onClear={clear}
        />
      )}
      <div className={styles.panes} data-pane={hasPane}>
        {isRead || isAwaited ? (
          <div className={styles.matrix}>
            <FoldingGrid
              {...{ search, columns, scores, isRead, onSelect, onChange }}
              selected={ids}
            />
          </div>
        ) : null}
        {hasPane ? <SidePane {...shown} /> : null}
      </div>
    </>
  );
}

interface ButtonProps {
  search: MatrixSearch;
  onChange: (change: MatrixChange) => void;
}

function LayersButton({ search: { layers }, onChange }: ButtonProps) {
  return (
    <button
      type="button"
      className={controls.button}
      aria-pressed={layers === true}
      onClick={() => onChange({ layers: layers === true ? undefined : true, technique: undefined })}
    >
      Layers and exports
    </button>
  );
}

type Change = MatrixChange | ((before: MatrixSearch) => MatrixChange);

/** Changes parts of the address, and removes undefined ones. */
function useChange() {
  const navigate = route.useNavigate();
  return useCallback(
    (change: Change) =>
      void navigate({
        search: (before) =>
          afterChange(before, typeof change === "function" ? change(before) : change),
        replace: true,
      }),
    [navigate],
  );
}
