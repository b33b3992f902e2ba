import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { MatrixGrid } from "./grid/matrix-grid.tsx";
import styles from "./matrix-page.module.css";
import { OverlayBar } from "./overlays/overlay-bar.tsx";
import { writeRef } from "./overlays/overlay-ref.ts";
import { combinationOf, useOverlays, useScores } from "./overlays/use-overlays.ts";
import { SidePane } from "./pane/side-pane.tsx";
import { afterChange, listOf, type MatrixChange, type MatrixSearch, toggled } from "./search.ts";
import { Toolbar } from "./toolbar.tsx";
import { useFiltered, useMatrix } from "./use-matrix.ts";
import { useRelease } from "./use-release.ts";

const route = getRouteApi("/matrix");

/** ATT&CK of a release as a heat map, with what sessions, groups, campaigns and layers have of it. */
export function MatrixPage() {
  const search = route.useSearch();
  const change = useChange();
  const { release, releases, error, isEmpty } = useRelease(search);
  const matrix = useMatrix(release);
  const states = useOverlays(search.overlays, release);
  const combination = combinationOf(search.combine, states.length);
  const { scores, error: setError } = useScores(states, combination, release);
  const columns = useFiltered(matrix.columns, search, scores);
  const failed = error ?? matrix.error ?? setError;
  const hasPane = search.layers === true || search.technique !== undefined;
  return (
    <section className={styles.page} aria-label="Matrix">
      <header className={styles.title}>
        <h1>Matrix</h1>
        <Toolbar
          search={search}
          release={release}
          releases={releases}
          tactics={matrix.tactics}
          platforms={matrix.platforms}
          hasOverlays={states.length > 0}
          onChange={change}
        />
        <span className={styles.actions}>
          <button
            type="button"
            aria-pressed={search.layers === true}
            onClick={() =>
              change({ layers: search.layers === true ? undefined : true, technique: undefined })
            }
          >
            Layers and exports
          </button>
        </span>
      </header>
      <OverlayBar
        release={release}
        states={states}
        combination={combination}
        known={matrix.known}
        onToggle={(ref) => change({ overlays: toggled(search.overlays, writeRef(ref)) })}
        onCombine={(combine) => change({ combine })}
      />
      {failed === null ? null : <ErrorPane error={failed} />}
      {isEmpty ? <p>There is no release of ATT&CK yet; an admin can load one.</p> : null}
      <div className={styles.panes} data-pane={hasPane}>
        <Grid search={search} columns={columns} scores={scores} isRead={matrix.isRead} />
        {hasPane ? (
          <SidePane
            search={search}
            release={release}
            states={states}
            scores={scores}
            columns={columns}
            combination={combination}
            onChange={change}
          />
        ) : null}
      </div>
    </section>
  );
}

type GridProps = Pick<Parameters<typeof MatrixGrid>[0], "columns" | "scores"> & {
  search: MatrixSearch;
  isRead: boolean;
};

function Grid({ search, columns, scores, isRead }: GridProps) {
  const change = useChange();
  const except = useMemo(() => listOf(search.except), [search.except]);
  const onChoose = useCallback(
    (technique: string) => change({ technique, layers: undefined }),
    [change],
  );
  const navigate = route.useNavigate();
  const onFold = useCallback(
    (id: string) =>
      void navigate({
        search: (before) => afterChange(before, { except: toggled(before.except, id) }),
        replace: true,
      }),
    [navigate],
  );
  if (isRead && columns.every(({ rows }) => rows.length === 0)) {
    return <p role="status">No technique passes the filters.</p>;
  }
  return (
    <MatrixGrid
      columns={columns}
      scores={scores}
      // A search shows what it finds, folded or not.
      areOpen={search.open === true || search.search !== undefined}
      except={except}
      chosen={search.technique ?? null}
      showsIds={search.ids === true}
      onChoose={onChoose}
      onFold={onFold}
    />
  );
}

/** Changes a part of the address; what becomes undefined goes out of it. */
function useChange() {
  const navigate = route.useNavigate();
  return useCallback(
    (part: MatrixChange) =>
      void navigate({ search: (before) => afterChange(before, part), replace: true }),
    [navigate],
  );
}
