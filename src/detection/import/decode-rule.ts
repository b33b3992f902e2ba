const NUL = 0;

/** Decodes a UTF-8 file without its byte order mark, or returns the reason why it is invalid. */
export function decodeRule(bytes: Uint8Array): { content: string } | { fault: string } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { fault: "It is in UTF-16; save it in UTF-8." };
  }
  if (bytes.includes(NUL)) return { fault: "It is no text: it has NUL bytes." };
  try {
    return { content: new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes) };
  } catch {
    return { fault: "It is not in UTF-8; save it in UTF-8." };
  }
}
