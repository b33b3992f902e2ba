import type { Chosen } from "./use-chosen.ts";

/** The shortcut keys of a list with selectable rows. */
export const CHOOSING_HELP = [
  ["/", "Search"],
  ["j k", "Next, previous row"],
  ["Enter", "Open the row"],
  ["x", "Select or deselect the row"],
  ["Shift x", "Select all rows from the last selected one"],
  ["Shift j k", "Select the row and the next or previous one"],
  ["Escape", "Clear the selection"],
] as const;

/**
 * Returns these shortcuts.
 * @param searchId of the search field
 */
export function choosingKeys(chosen: Chosen, searchId: string): Record<string, () => void> {
  return {
    "/": () => document.getElementById(searchId)?.focus(),
    j: () => chosen.step(1, false),
    k: () => chosen.step(-1, false),
    J: () => chosen.step(1, true),
    K: () => chosen.step(-1, true),
    x: () => chosen.toggleAt(false),
    X: () => chosen.toggleAt(true),
    Escape: () => chosen.chooseAll(false),
  };
}
