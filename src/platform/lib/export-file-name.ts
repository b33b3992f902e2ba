const MAX_TITLE_CHARS = 80;

/**
 * Returns the name of an exported file: its title, made safe for every file system, and the end of the id. Ids begin
 * with the time, so only their end distinguishes files.
 * @param fallback replaces a missing title
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
  // Cuts between graphemes, so that visible characters stay whole.
  const chars = Array.from(new Intl.Segmenter().segment(safe), ({ segment }) => segment);
  const cut = chars.slice(0, MAX_TITLE_CHARS).join("");
  const name = cut.replace(/^[-.]+|[-.]+$/g, "");
  return `${name === "" ? fallback : name}-${id.slice(-12)}.${extension}`;
}
