import { choosingKeys } from "../../parts/choosing-keys.ts";
import { type KeyHelp, useKeyHelp } from "../../parts/key-help/key-help.ts";
import { useKeys } from "../../parts/use-keys.ts";
import type { Chosen } from "../../parts/use-chosen.ts";
import { SEARCH_ID } from "./filters/intake-filters.tsx";
import type { Action } from "./triage/decision.ts";

const READING: KeyHelp = {
  title: "Intake",
  keys: [
    ["/", "Search"],
    ["j k", "Next or previous report"],
    ["Enter", "Read the report"],
  ],
};
const DECIDING: KeyHelp = {
  title: "Decide on reports",
  keys: [
    ["p", "Promote the report, or the selected ones"],
    ["r", "Reject the report, or the selected ones"],
    ["l", "Leave the report, or the selected ones, for later"],
    ["u", "Undo the last decision"],
    ["x", "Select or deselect the report"],
    ["Shift x", "Select all reports from the last selected one"],
    ["Escape", "Clear the selection"],
  ],
};
const NONE: KeyHelp = { title: "", keys: [] };

interface Props {
  chosen: Chosen;
  mayChange: boolean;
  /** The open report. */
  open: string | undefined;
  onStep: (by: 1 | -1) => void;
  onAct: (action: Action) => void;
  onPromote: () => void;
  onUndo: () => void;
}

/** Handles the shortcut keys of the intake. */
export function useIntakeKeys(props: Props): void {
  const { chosen, mayChange, open, onStep, onAct, onPromote, onUndo } = props;
  useKeyHelp(READING);
  useKeyHelp(mayChange ? DECIDING : NONE);
  const { "/": search, ...choosing } = choosingKeys(chosen, SEARCH_ID);
  const reading = { "/": search ?? (() => undefined), j: () => onStep(1), k: () => onStep(-1) };
  // If no row has the focus, the keys apply to the open report.
  const toggle = (isRange: boolean) => {
    const id = chosen.focused() ?? open;
    if (id !== undefined) chosen.choose(id, isRange || !chosen.has(id), isRange);
  };
  useKeys(
    mayChange
      ? {
          ...choosing,
          ...reading,
          x: () => toggle(false),
          X: () => toggle(true),
          p: onPromote,
          r: () => onAct("reject"),
          l: () => onAct("later"),
          u: onUndo,
        }
      : reading,
  );
}
