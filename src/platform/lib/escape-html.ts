const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** Characters that change text direction or are invisible, except line breaks and tabs. */
const UNSEEN = /[\p{Bidi_Control}\u2028\u2029]|(?![\n\t])\p{Cc}/gu;

/** Escapes text for an HTML element or attribute, and replaces characters that could disguise it. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, " ")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
