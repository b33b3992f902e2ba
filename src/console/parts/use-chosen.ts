import { useRef, useState } from "react";

/** The rows of a list that are chosen, and how one gets from row to row. */
export interface Chosen {
  /** Those that the list shows, in its order. */
  ids: readonly string[];
  has(id: string): boolean;
  /** Chooses one or not; with `isRange` all from the one that was last chosen or not. */
  choose(id: string, isChosen: boolean, isRange: boolean): void;
  chooseAll(isChosen: boolean): void;
  /** Chooses some of them; the last one is where a range begins. */
  chooseMany(ids: readonly string[]): void;
  /** The row that has the focus; undefined where none has. */
  focused(): string | undefined;
  /** Goes to the next or previous row; with `isChoosing` both are chosen. */
  step(by: 1 | -1, isChoosing: boolean): void;
  /** Chooses the row at hand or not any more; as a range like `choose`. */
  toggleAt(isRange: boolean): void;
}

/** Where the link of a row stands. */
export const linkId = (id: string) => `row-${id}`;

/** Keeps what is chosen among the ids that a list shows. */
export function useChosen(shown: readonly string[]): Chosen {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The row that was chosen last, where a range begins. */
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
  /** That, or the row that had the focus last. */
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
