import { useState } from "react";
import { localKept } from "./browser-storage.ts";

const nameOf = (key: string) => `tradecraft.text.${key}`;

/** Whether a text was begun and neither sent nor given up. */
export function hasKeptText(key: string): boolean {
  return localKept.get(nameOf(key)) !== null;
}

/** A text that is being typed, kept in this browser until it is cleared. */
export function useKeptText(
  key: string,
  initial: string,
): [text: string, setText: (text: string) => void, clear: () => void] {
  const name = nameOf(key);
  const [text, setText] = useState(() => localKept.get(name) ?? initial);
  const change = (next: string) => {
    setText(next);
    if (next === initial) localKept.remove(name);
    else localKept.set(name, next);
  };
  return [text, change, () => localKept.remove(name)];
}
