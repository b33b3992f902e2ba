/**
 * Escapes text so that CommonMark and GitHub's dialect show it literally on one line: no markup, HTML or link, in a
 * paragraph or in a table cell. Report text is untrusted.
 */
export function escapeMarkdown(text: string): string {
  return (
    text
      // Control characters, and those that change the direction of the surrounding text.
      .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ")
      .replace(/ {2,}/g, " ")
      .trim()
      .replace(/[\\`*_{}[\]~$#^@!]/g, "\\$&")
      .replace(/&/g, "&amp;")
      // Tables split cells before anything else, and parsers differ on backslashes before a bar.
      .replace(/\|/g, "&#124;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/:\/\//g, "\\://")
      .replace(/\b(www)\./gi, "$1\\.")
      .replace(/^[-+=:]/, "\\$&")
      .replace(/^(\d+)([.)])/, "$1\\$2")
  );
}

/** Escapes the paragraphs of a longer text. */
export function escapeParagraphs(text: string): string {
  return joinEscaped(text.split(/\r?\n\s*\n/));
}

/** Escapes the lines of a longer text as separate paragraphs, since Markdown would join them. */
export function escapeLines(text: string): string {
  return joinEscaped(text.split(/[\r\n\v\f\u0085\u2028\u2029]+/));
}

function joinEscaped(parts: readonly string[]): string {
  return parts
    .map(escapeMarkdown)
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** Formats a link to a web address, or the bare label for any other target. */
export function linkTo(label: string, url: string | null): string {
  const text = escapeMarkdown(label);
  if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return text;
  const target = new URL(url).href.replace(/[()|\\<>]/g, encodeCharacter);
  return `[${text}](${target})`;
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
