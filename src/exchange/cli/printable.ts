/** What a terminal obeys instead of showing it, or what turns the order of a line around. */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Text from outside on one line, where nothing that a terminal would obey is left. */
export function oneLine(text: string): string {
  return escapeObeyed(text.replace(/\s+/gu, " ").trim());
}

/** A name as it is, where nothing that a terminal would obey is left. */
export function escapeObeyed(text: string): string {
  return text.replace(OBEYED, escape);
}

/** Lines of text where nothing that a terminal would obey is left but tabs and line feeds. */
export function safeLines(text: string): string {
  return text.replace(OBEYED, (found) =>
    found === "\n" || found === "\t" ? found : escape(found),
  );
}

/** JSON of a value; says the same with escapes where a terminal would obey. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(OBEYED, (found) =>
    found === "\n" ? found : escape(found),
  );
}

function escape(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** At most so many characters of a text, with an ellipsis where some are left out. */
export function shorten(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
