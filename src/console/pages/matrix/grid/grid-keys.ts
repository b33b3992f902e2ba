import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

import type { Select } from "../selection/use-selection.ts";

const CELLS = "[data-technique]";

/**
 * Handles keyboard navigation. One cell is a tab stop, arrows go to its neighbors, Home and End to the ends of
 * the tactic, Space folds, x selects, and arrows with Shift extend the selection. Enter presses the cell, like
 * every button.
 */
export function useGridKeys(
  ref: RefObject<HTMLElement | null>,
  { onFold, onSelect }: { onFold: (id: string) => void; onSelect: (select: Select) => void },
) {
  // Cells come and go with filters and folding. One of them must always be reachable.
  useLayoutEffect(() => {
    const grid = ref.current;
    if (grid === null || grid.querySelector(`${CELLS}[tabindex="0"]`) !== null) return;
    const first = grid.querySelector(`${CELLS}[aria-current="true"]`) ?? grid.querySelector(CELLS);
    first?.setAttribute("tabindex", "0");
  });
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      if (!target.matches(CELLS)) return;
      for (const other of currentTarget.querySelectorAll(`${CELLS}[tabindex="0"]`)) {
        other.setAttribute("tabindex", "-1");
      }
      target.setAttribute("tabindex", "0");
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const cell = event.target;
      if (!(cell instanceof HTMLElement) || !cell.matches(CELLS)) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === " ") fold(cell, onFold);
      else if (event.key === "x") onSelect({ kind: "toggle", id: idOf(cell) });
      else {
        const next = neighbourOf(cell, event.key);
        if (next === undefined) return;
        if (event.shiftKey) onSelect({ kind: "add", ids: [idOf(cell), idOf(next)] });
        next.focus();
      }
      event.preventDefault();
    },
    // Firefox presses a button when Space is released.
    onKeyUp: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === " " && event.target instanceof Element && event.target.matches(CELLS)) {
        event.preventDefault();
      }
    },
  };
}

const idOf = (cell: HTMLElement): string => cell.dataset["technique"] ?? "";

/** Folds the sub-techniques of a cell, or those it belongs to. Then the technique above gets the focus. */
function fold(cell: HTMLElement, onFold: (id: string) => void): void {
  const own = cell.closest("li");
  const above = own?.parentElement?.closest("li") ?? own;
  const folded = above?.querySelector<HTMLElement>("[data-fold]")?.dataset["fold"];
  if (folded === undefined) return;
  above?.querySelector<HTMLElement>(CELLS)?.focus();
  onFold(folded);
}

function neighbourOf(cell: HTMLElement, key: string): HTMLElement | undefined {
  const column = cell.closest("section");
  const cells = cellsOf(column);
  const at = cells.indexOf(cell);
  switch (key) {
    case "ArrowDown":
      return cells[at + 1];
    case "ArrowUp":
      return cells[at - 1];
    case "Home":
      return cells[0];
    case "End":
      return cells.at(-1);
    case "ArrowRight":
      return nearest(cell, column?.nextElementSibling, "nextElementSibling");
    case "ArrowLeft":
      return nearest(cell, column?.previousElementSibling, "previousElementSibling");
    default:
      return undefined;
  }
}

/** Returns the cell at the same height in the next non-empty column. */
function nearest(
  cell: HTMLElement,
  column: Element | null | undefined,
  onwards: "nextElementSibling" | "previousElementSibling",
): HTMLElement | undefined {
  const { top } = cell.getBoundingClientRect();
  for (let here = column ?? null; here !== null; here = here[onwards]) {
    const cells = cellsOf(here);
    const away = cells.map((one) => Math.abs(one.getBoundingClientRect().top - top));
    const found = cells[away.indexOf(Math.min(...away))];
    if (found !== undefined) return found;
  }
  return undefined;
}

function cellsOf(column: Element | null): HTMLElement[] {
  return [...(column?.querySelectorAll<HTMLElement>(CELLS) ?? [])];
}
