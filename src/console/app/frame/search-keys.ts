/** The shortcut that opens the palette, as labeled on the user's keyboard. */
export const SEARCH_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
