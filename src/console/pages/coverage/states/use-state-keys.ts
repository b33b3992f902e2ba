import { useMemo } from "react";
import type { CoveredTechnique } from "../../../api/coverage.ts";
import { type KeyHelp, useKeyHelp } from "../../../parts/key-help/key-help.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import type { CoverageChange, CoverageSearch } from "../search.ts";
import { STATES } from "../words.ts";

export const SEARCH_ID = "coverage-search";
/** Returns the id of a technique's row. */
export const rowId = (attackId: string) => `covered-${attackId}`;

const HELP: KeyHelp = {
  title: "Coverage",
  keys: [
    ["/", "Search"],
    ["j k", "Next, previous technique with its proof"],
    [
      "1 2 3 4 5",
      "Only proven, should fire, rule without data, data without rule, blind; again: all",
    ],
    ["Escape", "Close the proof"],
  ],
};

interface Options {
  /** The displayed techniques, in order. */
  shown: readonly CoveredTechnique[];
  search: CoverageSearch;
  onChange: (change: CoverageChange) => void;
}

/** Handles the shortcut keys of the states view. */
export function useStateKeys({ shown, search, onChange }: Options): void {
  useKeyHelp(HELP);
  const { technique, state } = search;
  const keys = useMemo(() => {
    const step = (by: 1 | -1) => {
      const at = shown.findIndex(({ attack_id: id }) => id === technique);
      const index = at === -1 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1);
      const next = shown[index]?.attack_id;
      if (next === undefined) return;
      document.getElementById(rowId(next))?.focus();
      onChange({ technique: next });
    };
    const close = () => {
      if (technique === undefined) return;
      onChange({ technique: undefined });
      document.getElementById(rowId(technique))?.focus();
    };
    return {
      "/": () => document.getElementById(SEARCH_ID)?.focus(),
      j: () => step(1),
      k: () => step(-1),
      Escape: close,
      ...Object.fromEntries(
        STATES.map((one, index) => [
          String(index + 1),
          () => onChange({ state: state === one.state ? undefined : one.state }),
        ]),
      ),
    };
  }, [shown, technique, state, onChange]);
  useKeys(keys);
}
