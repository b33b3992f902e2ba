import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { defang } from "./defang.ts";
import styles from "./shown.module.css";
import { useDefanged } from "./use-defanged.ts";

/** The length of a value in a list. */
const MAX_LISTED = 160;

interface Props {
  kind: string;
  /** In machine-readable form. */
  value: string;
  /** Whether to show it in full, whatever its length. */
  isWhole?: boolean;
}

/** A displayed value: defanged unless the user chose otherwise. */
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
