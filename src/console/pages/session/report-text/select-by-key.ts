/** Where the text region is found, to be entered by keyboard. */
export const TEXT_ID = "report-text";

const GRANULARITY = { ArrowLeft: "word", ArrowRight: "word", ArrowUp: "line", ArrowDown: "line" };
const BACKWARD = new Set(["ArrowLeft", "ArrowUp"]);

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/**
 * Selects in a text by keyboard, which browsers do only where one can write: Left and Right go from
 * word to word, with Ctrl Up and Down from line to line, and with Shift all four stretch what is
 * selected. Up and Down alone scroll, as everywhere.
 * @param start where it begins when nothing in view is selected; null for the first words in view
 * @returns whether the key was one of these
 */
export function selectByKey(
  pressed: Pressed,
  container: HTMLElement,
  start: Range | null,
): boolean {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = pressed;
  const selection = document.getSelection();
  if (selection === null || altKey || metaKey || !isArrow(key)) return false;
  const isLine = GRANULARITY[key] === "line";
  if (isLine && !shiftKey && !ctrlKey) return false;
  const direction = BACKWARD.has(key) ? "backward" : "forward";
  if (shiftKey && isWithin(selection, container)) {
    selection.modify("extend", direction, GRANULARITY[key]);
  } else if (!isWithin(selection, container) || !isInView(selection.getRangeAt(0), container)) {
    begin(selection, container, start);
    selection.modify("extend", "forward", shiftKey ? GRANULARITY[key] : "word");
  } else {
    step(selection, direction, GRANULARITY[key]);
  }
  scrollToFocus(selection, container);
  return true;
}

/** On to another word, selected from its begin so that stretching goes on from its end. */
function step(selection: Selection, direction: string, granularity: string): void {
  if (direction === "forward") selection.collapseToEnd();
  else selection.collapseToStart();
  if (granularity === "line") {
    selection.modify("move", direction, "line");
    // The line is entered in the middle of a word.
    selection.modify("move", "forward", "character");
  }
  if (granularity === "line" || direction === "backward") {
    selection.modify("move", "backward", "word");
  }
  selection.modify("extend", "forward", "word");
}

function isArrow(key: string): key is keyof typeof GRANULARITY {
  return key in GRANULARITY;
}

function isWithin(selection: Selection, container: HTMLElement): boolean {
  return selection.rangeCount > 0 && container.contains(selection.focusNode);
}

function isInView(range: Range, container: HTMLElement): boolean {
  const { top, bottom } = range.getBoundingClientRect();
  const view = container.getBoundingClientRect();
  return bottom > view.top && top < view.bottom;
}

function begin(selection: Selection, container: HTMLElement, start: Range | null): void {
  if (start !== null && isInView(start, container)) {
    selection.collapse(start.startContainer, start.startOffset);
    return;
  }
  const view = container.getBoundingClientRect();
  const isBelow = (one: Element) => one.getBoundingClientRect().bottom > view.top;
  // Windows first: asking for the place of a piece lays out all of its window.
  const window = [...container.children].find(isBelow);
  const first = [...(window?.querySelectorAll("[data-start]") ?? [])].find(isBelow);
  selection.collapse(first?.firstChild ?? container, 0);
  // A piece may be longer than a page: on to the first line of it that can be seen.
  for (let lines = 0; lines < MAX_LINES && !isFocusBelow(selection, view.top); lines += 1) {
    selection.modify("move", "forward", "line");
  }
}

/** More than a piece has, however narrow the page. */
const MAX_LINES = 200;

function focusOf(selection: Selection): DOMRect | null {
  if (selection.focusNode === null) return null;
  const range = document.createRange();
  range.setStart(selection.focusNode, selection.focusOffset);
  return range.getClientRects()[0] ?? null;
}

function isFocusBelow(selection: Selection, top: number): boolean {
  const focus = focusOf(selection);
  return focus !== null && focus.top >= top;
}

function scrollToFocus(selection: Selection, container: HTMLElement): void {
  const focus = focusOf(selection);
  if (focus === null) return;
  const { top, bottom } = container.getBoundingClientRect();
  if (focus.top < top) container.scrollTop -= top - focus.top + focus.height;
  if (focus.bottom > bottom) container.scrollTop += focus.bottom - bottom + focus.height;
}
