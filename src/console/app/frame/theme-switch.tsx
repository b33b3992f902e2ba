import { useState } from "react";
import { applyTheme, readTheme, type Theme, THEMES } from "../theme.ts";

const NAMES: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

/** Light, dark, or as the machine is set. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <label>
      Colours{" "}
      <select
        value={theme}
        onChange={(event) => {
          const chosen = THEMES.find((one) => one === event.target.value) ?? "system";
          applyTheme(chosen);
          setTheme(chosen);
        }}
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
