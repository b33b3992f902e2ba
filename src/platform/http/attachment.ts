/** Returns the headers of a response that browsers save as a file or show `inline` (RFC 6266). */
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

/** Returns a text that browsers save as a file. */
export function attachment(text: string, mediaType: string, filename: string): Response {
  return new Response(text, {
    headers: { "Content-Type": mediaType, ...attachmentHeaders(filename) },
  });
}
