import { useId, useState } from "react";
import { Unseen } from "../../parts/unseen/unseen.tsx";
import { applyTheme, readTheme, type Theme, THEMES } from "../theme.ts";
import styles from "./theme-switch.module.css";

const NAMES: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };
const DRAWINGS: Record<Theme, string> = {
  system: "M2.5 3.5h11v7h-11zM6 13.5h4M8 10.5v3",
  light:
    "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1",
  dark: "M13.3 9.6A5.6 5.6 0 0 1 6.4 2.7a5.6 5.6 0 1 0 6.9 6.9z",
};

/** Switches between light, dark and the system setting. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const group = useId();
  return (
    <fieldset className={styles.switch}>
      <legend>
        <Unseen>Colors</Unseen>
      </legend>
      {THEMES.map((one) => (
        <label key={one} className={styles.choice} title={NAMES[one]}>
          <input
            type="radio"
            name={group}
            checked={theme === one}
            aria-label={NAMES[one]}
            onChange={() => {
              applyTheme(one);
              setTheme(one);
            }}
          />
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d={DRAWINGS[one]} />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}
