import type { Span } from "../../../api/session.ts";
import { quoted } from "../../../parts/quoted.ts";
import styles from "./findings.module.css";

interface Props {
  text: string;
  span: Span | null;
  onShow: (span: Span) => void;
}

/** A passage of the report. Choosing it shows it in the text. */
export function Quote({ text, span, onShow }: Props) {
  if (span === null) return <p className={styles.quiet}>{quoted(text)}</p>;
  return (
    <button
      type="button"
      className={styles.quote}
      title="Show it in the text"
      onClick={() => onShow(span)}
    >
      {quoted(text)}
    </button>
  );
}
