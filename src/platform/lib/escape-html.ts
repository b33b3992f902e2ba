const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** What turns the direction of the text around it, or what nobody sees; line breaks and tabs stay. */
const UNSEEN = /[\p{Bidi_Control}\u2028\u2029]|(?![\n\t])\p{Cc}/gu;

/** Text as HTML shows it literally, in an element or an attribute, without what could disguise it. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, " ")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
