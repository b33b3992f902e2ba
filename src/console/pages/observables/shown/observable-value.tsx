import { defang } from "./defang.ts";
import styles from "./shown.module.css";
import { useDefanged } from "./use-defanged.ts";

/** Characters that nobody sees, or that turn the order of the others around. */
const UNSEEN =
  /([\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]+)/u;
/** Of a value in a list. */
const MAX_LISTED = 160;

interface Props {
  kind: string;
  /** As a program takes it. */
  value: string;
  /** Whether all of it is shown, however long. */
  isWhole?: boolean;
}

/** A value as it is written everywhere: defanged unless the reader chose otherwise. */
export function ObservableValue({ kind, value, isWhole = false }: Props) {
  const isDefanged = useDefanged();
  const shown = isDefanged ? defang(kind, value) : value;
  const chars = isWhole || shown.length <= MAX_LISTED ? null : Array.from(shown);
  const rest = chars === null ? 0 : chars.length - MAX_LISTED;
  return (
    <bdi className={styles.value}>
      <VisibleText
        text={chars !== null && rest > 0 ? chars.slice(0, MAX_LISTED).join("") : shown}
      />
      {rest > 0 ? <span className={styles.quiet}>… {rest} more characters</span> : null}
    </bdi>
  );
}

/** A text whose unseen characters are told by their numbers, so that it is what it looks like. */
export function VisibleText({ text }: { text: string }) {
  return text.split(UNSEEN).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // A part has no name but its place.
      <span key={index} className={styles.unseen}>
        {Array.from(part, (char) => `U+${hex(char)}`).join(" ")}
      </span>
    ),
  );
}

const hex = (char: string) =>
  (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
