import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { defang } from "./defang.ts";
import styles from "./shown.module.css";
import { useDefanged } from "./use-defanged.ts";

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
