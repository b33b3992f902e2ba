import type { WarningList } from "./list-content.ts";
import type { ListFacts } from "./vocabulary.ts";

/** Version of the file format. Another version of the software reads other formats. */
const FORMAT = 1;

interface Header {
  format: number;
  /** The facts of each list, and the byte lengths of its parts, in order. */
  lists: (ListFacts & { bytes: [text: number, v4: number, v6: number] })[];
}

/**
 * Encodes lists as one file: the header length in four bytes, the header in JSON, then the text of each list and
 * its IPv4 and IPv6 networks in the form of `Ranges`, all little-endian.
 */
export function encodeLists(lists: readonly WarningList[]): Uint8Array {
  const bodies = lists.map(({ text, ranges }) => [
    text,
    toBytes(ranges.v4.length, 4, (view, at) => view.setUint32(at * 4, ranges.v4[at] ?? 0, true)),
    toBytes(ranges.v6.length, 8, (view, at) =>
      view.setBigUint64(at * 8, ranges.v6[at] ?? 0n, true),
    ),
  ]);
  const header: Header = {
    format: FORMAT,
    lists: lists.map(({ text: _text, ranges: _ranges, ...facts }, at) => ({
      ...facts,
      bytes: (bodies[at] ?? []).map(({ length }) => length) as [number, number, number],
    })),
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const length = toBytes(1, 4, (view) => view.setUint32(0, head.length, true));
  return join([length, head, ...bodies.flat()]);
}

/** Decodes the output of `encodeLists`. @throws Error for a file of another format */
export function decodeLists(file: Uint8Array): WarningList[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let from = 4 + view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(file.subarray(4, from))) as Header;
  if (header.format !== FORMAT) throw new Error(`Warning lists of form ${header.format}.`);
  return header.lists.map(({ bytes: [text, v4, v6], ...facts }) => {
    const at = from;
    from += text + v4 + v6;
    return {
      ...facts,
      text: file.subarray(at, at + text),
      ranges: {
        v4: Uint32Array.from({ length: v4 / 4 }, (_, i) => view.getUint32(at + text + i * 4, true)),
        v6: BigUint64Array.from({ length: v6 / 8 }, (_, i) =>
          view.getBigUint64(at + text + v4 + i * 8, true),
        ),
      },
    };
  });
}

function toBytes(
  count: number,
  size: number,
  write: (view: DataView, at: number) => void,
): Uint8Array {
  const bytes = new Uint8Array(count * size);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < count; at += 1) write(view, at);
  return bytes;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    whole.set(part, from);
    from += part.length;
  }
  return whole;
}
