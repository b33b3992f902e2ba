import type { Range4 } from "../warning-lists/address-ranges.ts";

/** Returns the smallest set of networks that exactly covers a range, in order. */
export function networksOf([start, end]: Range4): { start: number; bits: number }[] {
  const networks: { start: number; bits: number }[] = [];
  for (let at = start; at <= end;) {
    let size = 1;
    while (at % (size * 2) === 0 && at + size * 2 - 1 <= end) size *= 2;
    networks.push({ start: at, bits: 32 - Math.log2(size) });
    at += size;
  }
  return networks;
}

/** Returns the normal form of a network, or the address if it has only one. */
export function formatIpv4(start: number, bits: number): string {
  const address = [24, 16, 8, 0].map((shift) => Math.floor(start / 2 ** shift) % 256).join(".");
  return bits === 32 ? address : `${address}/${bits}`;
}
