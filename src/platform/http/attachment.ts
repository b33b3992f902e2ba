const MAX_TITLE_CHARS = 80;

/**
 * The name of a file that is handed out: its title, made safe for every file system, and the end of
 * the id, which tells files apart where its beginning is the clock.
 * @param fallback for what has no title
 */
export function exportName(
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

/** Headers of a response that browsers save as a file, or show `inline` (RFC 6266). */
export function attachmentHeaders(
  filename: string,
  kind: "attachment" | "inline" = "attachment",
): Record<string, string> {
  const ascii = filename.replace(/[^\x20-\x7e]+/g, "_").replace(/["\\]/g, "_");
  const encoded = encodeURIComponent(filename).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const extended = ascii === filename ? "" : `; filename*=UTF-8''${encoded}`;
  return { "Content-Disposition": `${kind}; filename="${ascii}"${extended}` };
}

/** A text that browsers save as a file. */
export function attachment(text: string, mediaType: string, filename: string): Response {
  return new Response(text, {
    headers: { "Content-Type": mediaType, ...attachmentHeaders(filename) },
  });
}
