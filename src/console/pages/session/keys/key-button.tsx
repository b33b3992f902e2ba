import controls from "../../../parts/controls.module.css";
import styles from "./key-button.module.css";

interface Props {
  /** The equivalent key. */
  shortcut: string;
  name: string;
  isPrimary?: boolean;
  /** Present for a toggle button. */
  isPressed?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}

/** A button that shows its key. */
export function KeyButton({
  shortcut,
  name,
  isPrimary = false,
  isPressed,
  isDisabled = false,
  onPress,
}: Props) {
  return (
    <button
      type="button"
      className={isPrimary ? controls.primary : controls.button}
      aria-keyshortcuts={shortcut}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onPress}
    >
      {name}
      <kbd aria-hidden className={styles.key}>
        {shortcut}
      </kbd>
    </button>
  );
}
