import { useState } from "react";
import { localKept } from "./browser-storage.ts";

const nameOf = (key: string) => `tradecraft.text.${key}`;
const originOf = (key: string) => `${nameOf(key)}.from`;

/** Returns whether there is a draft text that was neither sent nor discarded. */
export function hasDraftText(key: string): boolean {
  return localKept.get(nameOf(key)) !== null;
}

/**
 * Returns a text being typed, stored in this browser until it is cleared.
 * @param now the state that the text is based on, stored with it: others may change that state in the meantime
 * @returns also that state at the time when the text was started
 */
export function useDraftText<T = null>(
  key: string,
  initial: string,
  now = null as T,
): [text: string, setText: (text: string) => void, clear: () => void, origin: T] {
  const [text, setText] = useState(() => localKept.get(nameOf(key)) ?? initial);
  const [origin] = useState(() => (readOrigin(key) as T | null) ?? now);
  const clear = () => {
    localKept.remove(nameOf(key));
    localKept.remove(originOf(key));
  };
  const change = (next: string) => {
    setText(next);
    if (next === initial) {
      clear();
      return;
    }
    localKept.set(nameOf(key), next);
    if (origin !== null) localKept.set(originOf(key), JSON.stringify(origin));
  };
  return [text, change, clear, origin];
}

function readOrigin(key: string): unknown {
  const kept = hasDraftText(key) ? localKept.get(originOf(key)) : null;
  try {
    return kept === null ? null : (JSON.parse(kept) as unknown);
  } catch {
    return null;
  }
}
