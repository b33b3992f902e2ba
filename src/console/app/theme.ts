import { localKept } from "../parts/browser-storage.ts";

const KEY = "tradecraft.theme";

/** `system` follows the setting of the machine. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The theme that was chosen in this browser. */
export function readTheme(): Theme {
  const kept = localKept.get(KEY);
  return THEMES.find((theme) => theme === kept) ?? "system";
}

/** Shows a theme and remembers it. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  localKept.set(KEY, theme);
}
