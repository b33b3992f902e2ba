import { useState } from "react";

const nameOf = (key: string) => `tradecraft.text.${key}`;

/** Whether a text was begun and neither sent nor given up. */
export function hasKeptText(key: string): boolean {
  return localStorage.getItem(nameOf(key)) !== null;
}

/** A text that is being typed, kept in this browser until it is cleared. */
export function useKeptText(
  key: string,
  initial: string,
): [text: string, setText: (text: string) => void, clear: () => void] {
  const name = nameOf(key);
  const [text, setText] = useState(() => localStorage.getItem(name) ?? initial);
  const change = (next: string) => {
    setText(next);
    try {
      if (next === initial) localStorage.removeItem(name);
      else localStorage.setItem(name, next);
    } catch {
      // The browser keeps no more; what is typed stands in the page still.
    }
  };
  return [text, change, () => localStorage.removeItem(name)];
}
