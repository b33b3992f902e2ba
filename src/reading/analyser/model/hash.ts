/**
 * Returns the FNV-1a hash of UTF-16 units with the last step of MurmurHash3, which spreads short words over all 32
 * bits.
 */
export function hashKey(text: string): number {
  return mix(hashMore(HASH_OF_NOTHING, text));
}

/** Initial hash of a text built up in parts. `mix` turns the result into a key. */
export const HASH_OF_NOTHING = 0x811c9dc5;

/** Returns the hash of a text after appending more text. */
export function hashMore(before: number, text: string): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}

/** Returns the key of two adjacent words from their keys. The order matters. */
export function hashPair(first: number, second: number): number {
  return mix(Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77) ^ 0x5bd1e995);
}

/** Returns the key of a hash. */
export function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
