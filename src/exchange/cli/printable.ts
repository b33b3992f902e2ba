/** Control characters of a terminal, and characters that change the direction of a line. */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns untrusted text on one line, with terminal control characters escaped. */
export function oneLine(text: string): string {
  return escapeObeyed(text.replace(/\s+/gu, " ").trim());
}

/** Returns a name with terminal control characters escaped. */
export function escapeObeyed(text: string): string {
  return text.replace(OBEYED, escape);
}

/** Returns text with terminal control characters escaped, except tabs and line feeds. */
export function safeLines(text: string): string {
  return text.replace(OBEYED, (found) =>
    found === "\n" || found === "\t" ? found : escape(found),
  );
}

/** Serializes a value to equivalent JSON with terminal control characters escaped. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(OBEYED, (found) =>
    found === "\n" ? found : escape(found),
  );
}

function escape(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Truncates a text to a number of characters, with an ellipsis. */
export function shorten(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
