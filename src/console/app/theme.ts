import { localKept } from "../parts/browser-storage.ts";

const KEY = "tradecraft.theme";

/** `system` follows the setting of the operating system. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Returns the theme chosen in this browser. */
export function readTheme(): Theme {
  const kept = localKept.get(KEY);
  return THEMES.find((theme) => theme === kept) ?? "system";
}

/** Applies a theme and stores it. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  localKept.set(KEY, theme);
}
