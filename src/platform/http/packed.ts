/**
 * Responds with a file stored as gzip: unchanged if the client accepts gzip, unpacked otherwise.
 * @param headers response headers in addition to its encoding
 */
export function answerPacked(
  packed: Response,
  asked: Headers,
  headers: Record<string, string>,
): Response {
  const varied = { ...headers, Vary: "Accept-Encoding" };
  if (!takesGzip(asked)) {
    const plain = packed.body?.pipeThrough(new DecompressionStream("gzip")) ?? null;
    return new Response(plain, { headers: varied });
  }
  // Already packed, so the platform must not pack it again.
  const encoded = { ...varied, "Content-Encoding": "gzip" };
  return new Response(packed.body, { headers: encoded, encodeBody: "manual" });
}

function takesGzip(headers: Headers): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers.get("Accept-Encoding") ?? "");
}
