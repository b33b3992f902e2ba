const LINE_FEED = 0x0a;

/** Yields the lines of a UTF-8 stream, including one without a final line feed. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  // Decodes piece by piece, so that a long line in many chunks is joined only once.
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, from);
      if (end === -1) break;
      pieces.push(decoder.decode(chunk.subarray(from, end)));
      yield pieces.join("");
      pieces = [];
      from = end + 1;
    }
    if (from < chunk.length) {
      pieces.push(decoder.decode(chunk.subarray(from), { stream: true }));
    }
  }
  const last = pieces.join("") + decoder.decode();
  if (last !== "") yield last;
}
