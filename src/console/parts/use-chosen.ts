import { useRef, useState } from "react";

/** The selected rows of a list, and the navigation between rows. */
export interface Chosen {
  /** The displayed ids, in list order. */
  ids: readonly string[];
  has(id: string): boolean;
  /** Selects or deselects one; with `isRange`, all from the last changed one. */
  choose(id: string, isChosen: boolean, isRange: boolean): void;
  chooseAll(isChosen: boolean): void;
  /** Selects several. The last one becomes the start of a range. */
  chooseMany(ids: readonly string[]): void;
  /** Returns the focused row; undefined if there is none. */
  focused(): string | undefined;
  /** Goes to the next or previous row. With `isChoosing`, selects both. */
  step(by: 1 | -1, isChoosing: boolean): void;
  /** Toggles the current row, optionally as a range, like `choose`. */
  toggleAt(isRange: boolean): void;
}

/** Returns the id of a row's link. */
export const linkId = (id: string) => `row-${id}`;

/** Manages the selection among the displayed ids. */
export function useChosen(shown: readonly string[]): Chosen {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The row that was selected last, where a range begins. */
  const anchor = useRef<string>(undefined);
  const last = useRef<string>(undefined);
  const set = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  const choose = (id: string, isChosen: boolean, isRange: boolean) => {
    const [from, to] = [shown.indexOf(anchor.current ?? id), shown.indexOf(id)];
    const ids =
      isRange && from !== -1 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    anchor.current = id;
    set(ids, isChosen);
  };
  const chooseMany = (ids: readonly string[]) => {
    anchor.current = ids.at(-1);
    set(ids, true);
  };
  const ifShown = (id: string | undefined) =>
    id !== undefined && shown.includes(id) ? id : undefined;
  const focused = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    return ifShown(row?.dataset["row"]);
  };
  /** Returns that row, or the last focused one. */
  const at = () => focused() ?? ifShown(last.current);
  const step = (by: 1 | -1, isChoosing: boolean) => {
    const from = at();
    const index = from === undefined ? 0 : shown.indexOf(from) + by;
    const next = shown[Math.min(Math.max(index, 0), shown.length - 1)];
    if (next === undefined) return;
    if (isChoosing) chooseMany([...(from === undefined ? [] : [from]), next]);
    last.current = next;
    document.getElementById(linkId(next))?.focus();
  };
  return {
    ids: shown.filter((id) => chosen.has(id)),
    has: (id) => chosen.has(id),
    choose,
    chooseAll: (isChosen) => set(shown, isChosen),
    chooseMany,
    focused,
    step,
    toggleAt: (isRange) => {
      const id = at();
      if (id !== undefined) choose(id, isRange || !chosen.has(id), isRange);
    },
  };
}
