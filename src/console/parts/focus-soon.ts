/** A page that is slow to show an element is given up on. */
const MAX_FRAMES = 30;

/**
 * Moves the focus to an element as soon as it is shown, and scrolls as little as that takes.
 * @param otherwise what has the focus if it is not
 */
export function focusSoon(id: string, otherwise?: string): void {
  const focus = (left: number) =>
    requestAnimationFrame(() => {
      const element = document.getElementById(id);
      if (element !== null) {
        element.focus({ preventScroll: true });
        element.scrollIntoView({ block: "nearest" });
      } else if (left > 0) focus(left - 1);
      else if (otherwise !== undefined) document.getElementById(otherwise)?.focus();
    });
  focus(MAX_FRAMES);
}
