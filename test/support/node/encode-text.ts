const tables = new Map<string, Map<string, number[]>>();

/**
 * Encodes a text in any encoding of one or two bytes a character that `TextDecoder` knows, and in
 * UTF-16. @throws Error for a character that the encoding lacks
 */
export function encodeText(text: string, label: string): Uint8Array<ArrayBuffer> {
  if (label === "utf-8") return new TextEncoder().encode(text);
  if (label.startsWith("utf-16")) return encodeWide(text, label === "utf-16le");
  const table = tableOf(label);
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const bytes = table.get(character);
      if (bytes === undefined) throw new Error(`${label} has no ${character}`);
      return bytes;
    }),
  );
}

function encodeWide(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i += 1) view.setUint16(2 * i, text.charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
}

/** What each single byte and each pair of bytes stands for, the other way round. */
function tableOf(label: string): Map<string, number[]> {
  const known = tables.get(label);
  if (known !== undefined) return known;
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder(label);
  const note = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    const isOne = Array.from(text).length === 1 && text !== "\uFFFD";
    if (isOne && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0; first < 256; first += 1) note([first]);
  for (let first = 0x81; first < 0xff; first += 1) {
    for (let second = 0x40; second < 0xff; second += 1) note([first, second]);
  }
  tables.set(label, table);
  return table;
}
