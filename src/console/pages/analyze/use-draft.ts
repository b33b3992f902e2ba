import { useEffect, useState } from "react";

const KEY = "tradecraft.analyze.text";
const SAVE_AFTER_MS = 400;

/** The text that is being typed, kept in this browser until it was analysed. */
export function useDraft(): [text: string, setText: (text: string) => void, clear: () => void] {
  const [text, setText] = useState(() => localStorage.getItem(KEY) ?? "");
  useEffect(() => {
    const timer = setTimeout(() => keep(text), SAVE_AFTER_MS);
    const now = () => keep(text);
    window.addEventListener("pagehide", now);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", now);
    };
  }, [text]);
  const clear = () => {
    setText("");
    localStorage.removeItem(KEY);
  };
  return [text, setText, clear];
}

function keep(text: string): void {
  try {
    if (text === "") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // The browser keeps no more; what is typed stands in the page still.
  }
}
