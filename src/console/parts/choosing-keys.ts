import type { Chosen } from "./use-chosen.ts";

/** What the keys of a list do whose rows are chosen. */
export const CHOOSING_HELP = [
  ["/", "Search"],
  ["j k", "Next, previous row"],
  ["Enter", "Open the row"],
  ["x", "Select or deselect the row"],
  ["Shift x", "Select all rows from the last selected one"],
  ["Shift j k", "Select the row and the next or previous one"],
  ["Escape", "Clear the selection"],
] as const;

/** These keys. @param searchId of the field that is searched in */
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
