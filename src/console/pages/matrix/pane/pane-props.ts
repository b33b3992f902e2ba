import type { NamedRelease } from "../../../api/attack.ts";
import type { Column } from "../grid/build-columns.ts";
import type { Scores } from "../overlays/combine-scores.ts";
import type { OverlayState } from "../overlays/use-overlays.ts";
import type { Combination, MatrixChange, MatrixSearch } from "../search.ts";

/** What the panes beside the matrix are told: the state of the page, and what is shown of it. */
export interface PaneProps {
  search: MatrixSearch;
  release: NamedRelease;
  states: readonly OverlayState[];
  scores: Scores;
  /** As the filters leave them. */
  columns: readonly Column[];
  combination: Combination;
  onChange: (change: MatrixChange) => void;
}
