/** Gives up on an element after this many frames. */
const MAX_FRAMES = 30;

/**
 * Moves the focus to an element as soon as it is shown, with the least scrolling needed.
 * @param otherwise the element to focus if it is not
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
