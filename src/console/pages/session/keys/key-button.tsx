import controls from "../../../parts/controls.module.css";
import styles from "./key-button.module.css";

interface Props {
  /** The key that does the same. */
  shortcut: string;
  name: string;
  isPrimary?: boolean;
  /** Present if the button is on or off. */
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
