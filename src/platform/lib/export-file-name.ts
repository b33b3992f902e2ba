const MAX_TITLE_CHARS = 80;

/**
 * The name of a file that is handed out: its title, made safe for every file system, and the end of
 * the id, which tells files apart where its beginning is the clock.
 * @param fallback for what has no title
 */
export function exportFileName(
  title: string | null,
  id: string,
  { fallback, extension }: { fallback: string; extension: string },
): string {
  const safe = (title ?? "")
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}\s/\\:*?"<>|'`%;,$&#!=~^(){}[\]]+/gu, "-");
  // What looks like one character stays one.
  const chars = Array.from(new Intl.Segmenter().segment(safe), ({ segment }) => segment);
  const cut = chars.slice(0, MAX_TITLE_CHARS).join("");
  const name = cut.replace(/^[-.]+|[-.]+$/g, "");
  return `${name === "" ? fallback : name}-${id.slice(-12)}.${extension}`;
}
