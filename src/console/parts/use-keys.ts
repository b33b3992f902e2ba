import { useEffect } from "react";

/**
 * Runs the action of a key, unless the user is typing or holds Ctrl, Alt or Cmd, or a part of the page has
 * handled the key. `Shift+` in front of a name means the key with Shift.
 */
export function useKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented;
      if (isOther || isTyping(event.target)) return;
      const action = (event.shiftKey ? keys[`Shift+${event.key}`] : undefined) ?? keys[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [keys]);
}

/** Returns whether a key pressed there is text input. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}
