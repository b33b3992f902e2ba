/** A page that is slow to show it is given up on. */
const MAX_FRAMES = 30;

/** Once what is to have the focus is shown. */
export function focusSoon(id: string, left = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id);
    if (element !== null) element.focus();
    else if (left > 0) focusSoon(id, left - 1);
  });
}
