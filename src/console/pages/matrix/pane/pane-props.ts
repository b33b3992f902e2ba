import type { NamedRelease } from "../../../api/attack.ts";
import type { Column } from "../grid/build-columns.ts";
import type { Scores } from "../overlays/combine-scores.ts";
import type { OverlayState } from "../overlays/use-overlays.ts";
import type { Combination, MatrixChange, MatrixSearch } from "../search.ts";

/** The state of the page and its displayed data, for the side panes. */
export interface PaneProps {
  search: MatrixSearch;
  release: NamedRelease;
  states: readonly OverlayState[];
  scores: Scores;
  /** After filtering. */
  columns: readonly Column[];
  combination: Combination;
  onChange: (change: MatrixChange) => void;
}
