import ipaddr from "ipaddr.js";

/** First and last address of a network: IPv4 as a number, IPv6 as a bigint. */
export type Range4 = readonly [first: number, last: number];
export type Range6 = readonly [first: bigint, last: bigint];

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/;
const ALL_6 = (1n << 128n) - 1n;

/** Parses an IPv4 address or network, such as `10.0.0.0/8`. Returns null for anything else. */
export function parseRange4(text: string): Range4 | null {
  const parts = V4.exec(text);
  if (parts === null) return null;
  let address = 0;
  for (let at = 1; at <= 4; at += 1) {
    const octet = Number(parts[at]);
    if (octet > 255) return null;
    address = address * 256 + octet;
  }
  const bits = Number(parts[5] ?? 32);
  if (bits > 32) return null;
  const size = 2 ** (32 - bits);
  const first = Math.floor(address / size) * size;
  return [first, first + size - 1];
}

/** Parses an IPv6 address or network. Returns null for anything else. */
export function parseRange6(text: string): Range6 | null {
  const [address = "", bits = "128", ...rest] = text.split("/");
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > 128) return null;
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address) || address.includes("%")) return null;
  let value = 0n;
  for (const part of ipaddr.IPv6.parse(address).parts) value = (value << 16n) | BigInt(part);
  const hostMask = ALL_6 >> BigInt(bits);
  const first = value & (ALL_6 ^ hostMask);
  return [first, first | hostMask];
}

/** Sorts ranges and merges those that touch or overlap. */
export function mergeRanges<N extends number | bigint>(
  ranges: readonly (readonly [N, N])[],
): (readonly [N, N])[] {
  const merged: [N, N][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))) {
    const before = merged.at(-1);
    // Compares without adding, because a number and a bigint have different ones.
    if (before === undefined || isApart(before[1], first)) merged.push([first, last]);
    else if (last > before[1]) before[1] = last;
  }
  return merged;
}

function isApart(last: number | bigint, first: number | bigint): boolean {
  return typeof last === "bigint" ? BigInt(first) > last + 1n : Number(first) > last + 1;
}

/** The networks of a list, in order and disjoint: each as its first and its last address. */
export interface Ranges {
  /** First and last address alternate. */
  v4: Uint32Array;
  /** Upper and lower half of the first address, then of the last. */
  v6: BigUint64Array;
}

export const NO_RANGES: Ranges = { v4: new Uint32Array(), v6: new BigUint64Array() };

const HALF = (1n << 64n) - 1n;

/** Parses networks. @returns the index of the first text that is not a network */
export function toRanges(entries: readonly string[]): Ranges | number {
  const v4: Range4[] = [];
  const v6: Range6[] = [];
  for (const [at, entry] of entries.entries()) {
    const text = entry.trim();
    const four = parseRange4(text);
    const six = four === null ? parseRange6(text) : null;
    if (four !== null) v4.push(four);
    else if (six !== null) v6.push(six);
    else return at;
  }
  return {
    v4: Uint32Array.from(mergeRanges(v4).flat()),
    v6: BigUint64Array.from(
      mergeRanges(v6)
        .flat()
        .flatMap((address) => [address >> 64n, address & HALF]),
    ),
  };
}

/** Returns whether one of the networks contains the whole range. */
export function holds4({ v4 }: Ranges, [first, last]: Range4): boolean {
  let low = 0;
  let high = v4.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((v4[middle * 2] ?? 0) <= first) low = middle + 1;
    else high = middle;
  }
  return low > 0 && (v4[low * 2 - 1] ?? 0) >= last;
}

/** Does the same for IPv6. */
export function holds6({ v6 }: Ranges, [first, last]: Range6): boolean {
  const at = (index: number) => ((v6[index] ?? 0n) << 64n) | (v6[index + 1] ?? 0n);
  let low = 0;
  let high = v6.length >> 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle * 4) <= first) low = middle + 1;
    else high = middle;
  }
  return low > 0 && at(low * 4 - 2) >= last;
}
