/** The id of the text region, for keyboard access. */
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
 * Selects text by keyboard, which browsers support only in editable elements. Left and Right move by word,
 * Ctrl+Up and Ctrl+Down by line, and Shift extends the selection with all four. Up and Down alone scroll, as
 * usual.
 * @param start where it begins if nothing in view is selected; null for the first words in view
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

/** Moves to another word and selects it from its start, so that extending continues from its end. */
function step(selection: Selection, direction: string, granularity: string): void {
  if (direction === "forward") selection.collapseToEnd();
  else selection.collapseToStart();
  if (granularity === "line") {
    selection.modify("move", direction, "line");
    // The move to another line may end within a word.
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
  // Windows first, because measuring a piece lays out its whole window.
  const window = [...container.children].find(isBelow);
  const first = [...(window?.querySelectorAll("[data-start]") ?? [])].find(isBelow);
  selection.collapse(first?.firstChild ?? container, 0);
  // A piece may be longer than a page, so this moves to its first visible line.
  for (let lines = 0; lines < MAX_LINES && !isFocusBelow(selection, view.top); lines += 1) {
    selection.modify("move", "forward", "line");
  }
}

/** More lines than a piece has, even on a narrow page. */
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
