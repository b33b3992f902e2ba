/**
 * Headers of a response that browsers save as a file (RFC 6266).
 * @param filename ASCII without quotes
 */
export function attachmentHeaders(filename: string): Record<string, string> {
  return { "Content-Disposition": `attachment; filename="${filename}"` };
}

/** A text that browsers save as a file. */
export function attachment(text: string, mediaType: string, filename: string): Response {
  return new Response(text, {
    headers: { "Content-Type": mediaType, ...attachmentHeaders(filename) },
  });
}
