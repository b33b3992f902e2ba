import styles from "./visible-text.module.css";

/** Invisible characters, and those that reverse the order of others. */
const UNSEEN =
  /([\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]+)/u;

/** A text whose invisible characters are shown by their code points, so that it is what it looks like. */
export function VisibleText({ text }: { text: string }) {
  return text.split(UNSEEN).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // A part has no identity but its position.
      <span key={index} className={styles.unseen}>
        {Array.from(part, (char) => `U+${hex(char)}`).join(" ")}
      </span>
    ),
  );
}

const hex = (char: string) =>
  (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
