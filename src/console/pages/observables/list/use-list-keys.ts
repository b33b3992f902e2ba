import { CHOOSING_HELP, choosingKeys } from "../../../parts/choosing-keys.ts";
import { type KeyHelp, useKeyHelp } from "../../../parts/key-help/key-help.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import { focusSoon } from "../../../parts/focus-soon.ts";
import { keepLast } from "../changes/pending-suppressions.ts";
import { switchDefanged } from "../shown/use-defanged.ts";
import { type Act, TAG_ID } from "./bulk-bar.tsx";
import type { Chosen } from "../../../parts/use-chosen.ts";

const READING = [...CHOOSING_HELP, ["d", "Show values defanged or plain"]] as const;
const CHANGING = [
  ["a", "Confirm the selected rows, or the current row"],
  ["r", "Suppress"],
  ["e", "Expire"],
  ["t", "Tag"],
  ["u", "Undo the last suppression"],
  ["n", "Add an observable"],
] as const;
const READING_HELP: KeyHelp = { title: "Observables", keys: READING };
const HELP: KeyHelp = { title: "Observables", keys: [...READING, ...CHANGING] };

interface Options {
  chosen: Chosen;
  mayChange: boolean;
  onAct: (act: Act) => void;
  onAdd: () => void;
}

/** Handles the shortcut keys of the list. Those that change something require permission. */
export function useListKeys({ chosen, mayChange, onAct, onAdd }: Options): void {
  const tag = () => {
    if (chosen.ids.length === 0) chosen.toggleAt(false);
    focusSoon(TAG_ID);
  };
  useKeyHelp(mayChange ? HELP : READING_HELP);
  useKeys({
    ...choosingKeys(chosen, "observable-search"),
    d: switchDefanged,
    ...(mayChange
      ? {
          a: () => onAct("confirm"),
          r: () => onAct("suppress"),
          e: () => onAct("expire"),
          t: tag,
          u: keepLast,
          n: onAdd,
        }
      : {}),
  });
}
