import type { KeyboardEvent } from "react";

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus to the next statement in the direction of an arrow key, skipping empty cells. */
export function moveInTable(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key];
  const from = event.target instanceof HTMLElement ? event.target.closest("button") : null;
  const row = from?.closest("tr");
  if (step === undefined || from === null || row == null) return;
  event.preventDefault();
  const next =
    step[0] === 0 ? besideIn(row, from, step[1]) : inColumn(row, from.dataset["column"], step[0]);
  next?.focus();
}

function besideIn(row: Element, from: HTMLElement, by: number): HTMLElement | undefined {
  const buttons = [...row.querySelectorAll<HTMLElement>("button")];
  return buttons[buttons.indexOf(from) + by];
}

function inColumn(row: Element, column: string | undefined, by: number): HTMLElement | null {
  let next = by > 0 ? row.nextElementSibling : row.previousElementSibling;
  while (next !== null) {
    const found = next.querySelector<HTMLElement>(`button[data-column="${column}"]`);
    if (found !== null) return found;
    next = by > 0 ? next.nextElementSibling : next.previousElementSibling;
  }
  return null;
}
