/** The keys that open the palette, as the reader's keyboard names them. */
export const SEARCH_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
