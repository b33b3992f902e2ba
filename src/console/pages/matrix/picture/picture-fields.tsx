import type { OverlayState } from "../overlays/use-overlays.ts";
import styles from "../pane/pane.module.css";

/** From the least to the most restricted. */
const MARKINGS = ["TLP:CLEAR", "TLP:GREEN", "TLP:AMBER", "TLP:AMBER+STRICT", "TLP:RED"];

/** The texts that the user adds to a picture. */
export interface PictureWords {
  title: string;
  /** Empty for none. */
  marking: string;
}

interface Props {
  value: PictureWords;
  onChange: (value: PictureWords) => void;
}

/** Title and marking of a picture. */
export function PictureFields({ value, onChange }: Props) {
  return (
    <div className={styles.picture}>
      <label>
        <span>Picture title</span>
        <input
          maxLength={200}
          value={value.title}
          onChange={({ target }) => onChange({ ...value, title: target.value })}
        />
      </label>
      <label>
        <span>Marking</span>
        <select
          value={value.marking}
          onChange={({ target }) => onChange({ ...value, marking: target.value })}
        >
          <option value="">None</option>
          {MARKINGS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Returns the strictest marking of the displayed sessions; empty without one. */
export function strictestOf(states: readonly OverlayState[]): string {
  const places = states.map(({ overlay }) => MARKINGS.indexOf(overlay?.marking ?? ""));
  return MARKINGS[Math.max(-1, ...places)] ?? "";
}
