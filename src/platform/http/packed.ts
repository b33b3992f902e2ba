/**
 * Answers with a file that is stored gzipped: as it is to who takes gzip, unpacked to others.
 * `headers`: what the answer says beside its encoding.
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
  // Packed already: the platform is not to do it again.
  const encoded = { ...varied, "Content-Encoding": "gzip" };
  return new Response(packed.body, { headers: encoded, encodeBody: "manual" });
}

function takesGzip(headers: Headers): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers.get("Accept-Encoding") ?? "");
}
