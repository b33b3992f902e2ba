/** As a reader sees it: links by their words, no citations. */
export function toPlain(description: string): string {
  return description
    .replace(/\(Citation: [^)]{0,1000}\)/g, "")
    .replace(/\[([^\]]{0,600})\]\([^()\s]{0,600}(?:\([^()\s]{0,600}\)[^()\s]{0,600})?\)/g, "$1")
    .replace(/<\/?code>/g, "")
    .trim();
}
