/** Excludes text fields, which would capture the page's shortcut keys. */
const CONTROLS =
  "a[href], button, summary, input[type=checkbox], input[type=radio], [tabindex]:not(input, textarea, select)";

/** An ancestor of the focused element, and its index among its siblings. */
interface Step {
  element: Element;
  place: number;
}

/**
 * Preserves the keyboard focus on the page. A pressed control often disappears, such as "Cancel" with its form,
 * and the browser then drops the focus. Moves it to the control that takes its place, and back to one that was
 * only disabled while it worked.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  let isByKey = false;
  /** From the last focused control. */
  let way: readonly Step[] = [];
  /** Has the focus while that control is disabled. */
  let substitute: Element | null = null;
  const look = () => {
    const at = document.activeElement ?? document.body;
    const control = way[0]?.element;
    const isWaiting = at === substitute;
    const isLost = isWaiting || at === document.body || at.matches(":disabled");
    if (!isByKey || !isLost || !(control instanceof HTMLElement)) return;
    if (isOpen(control)) {
      if (isWaiting) control.focus({ preventScroll: true });
    } else if (!isWaiting || !control.isConnected) {
      const next = findNext(way);
      substitute = control.isConnected ? next : null;
      next?.focus({ preventScroll: true });
    }
  };
  const stop = new AbortController();
  const on = (name: string, listener: (event: Event) => void) =>
    document.addEventListener(name, listener, { capture: true, signal: stop.signal });
  on("keydown", () => (isByKey = true));
  on("pointerdown", () => (isByKey = false));
  on("focusin", ({ target }) => {
    if (target === substitute) return;
    substitute = null;
    way = target instanceof Element ? wayUp(target) : [];
  });
  // Code that moves the focus itself does so before the next frame.
  const observer = new MutationObserver(() => requestAnimationFrame(look));
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled"],
  });
  return () => {
    stop.abort();
    observer.disconnect();
  };
}

function wayUp(from: Element): Step[] {
  const steps: Step[] = [];
  for (let element: Element | null = from; element !== null; element = element.parentElement) {
    const place = [...(element.parentElement?.children ?? [])].indexOf(element);
    steps.push({ element, place });
  }
  return steps;
}

/** Returns the next control at the same position, or the last one before it. Returns the page if it is new. */
function findNext(way: readonly Step[]): HTMLElement | null {
  for (const [index, { element: above }] of way.entries()) {
    const below = way[index - 1];
    if (!above.isConnected || below === undefined) continue;
    if (above.matches("main, body")) break;
    const open = [...above.querySelectorAll<HTMLElement>(CONTROLS)].filter(isOpen);
    const there = above.children[below.place];
    const isNext = (one: HTMLElement) =>
      there !== undefined &&
      (there.contains(one) ||
        (there.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    const found = open.find(isNext) ?? open.at(-1);
    if (found !== undefined) return found;
  }
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading !== null) heading.tabIndex = -1;
  return heading ?? document.querySelector("main");
}

function isOpen(control: HTMLElement): boolean {
  return (
    control.isConnected &&
    control.tabIndex >= 0 &&
    !control.matches(":disabled") &&
    control.checkVisibility()
  );
}
