import { useState } from "react";
import controls from "./controls.module.css";

const SHOWN_MS = 2_000;

interface Props {
  text: string;
  name: string;
  /** A longer name for screen readers, which begins with the name. */
  label?: string;
}

/** Copies a text to the clipboard, and confirms it. */
export function CopyButton({ text, name, label = name }: Props) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("The browser does not allow it; select the text instead");
    }
    setTimeout(() => setSaid(""), SHOWN_MS);
  };
  return (
    <>
      <button
        type="button"
        className={controls.button}
        aria-label={label}
        onClick={() => void copy()}
      >
        {name}
      </button>
      <span role="status">{said}</span>
    </>
  );
}
