import type { Occurrence } from "../found.ts";
import { isInternal, isScanned } from "./networks.ts";
import { parseRange4, type Range4 } from "../warning-lists/address-ranges.ts";
import { formatIpv4, networksOf } from "./ipv4-ranges.ts";

/** Separators between the ends of a range: a dash or a word. */
const DASH = /^\s{0,2}[-\u2010-\u2015~～]\s{0,2}$/u;
const AFTER_DASH = /\d\s{0,2}[-\u2010-\u2015~～]\s{0,2}$/u;
const WORD = /^\s{0,2}(?:to|through|thru|until|bis|à|au|a|hasta|al?|до|по|至|到|から)\s{0,2}$/iu;
const AND = /^\s{0,2}(?:and|und|et|y|и|和|与)\s{0,2}$/iu;
/** Words before the first end. */
const BETWEEN = /(?:between|zwischen|entre|между|介于)\s(?:\p{L}{1,12}\s)?$|介于$/iu;
const FROM = /(?:from|von|vom|de|desde|du|от|с|从|自)\s?$/iu;
/** Words that indicate a range. */
const RANGE =
  /(?:ranges?|blocks?|subnets?|networks?|address(?:es)?|ips?|bereich\p{L}*|adress\p{L}*|plages?|rangos?|direccion\p{L}*|диапазон\p{L}*|адрес\p{L}*|范围|网段|地址|範囲)(?!\p{L})/iu;
/** Words for moving from one address to another. */
const MOVED =
  /(?:mov|chang|switch|migrat|redirect|connect|travers|pivot|wechsel|umgezogen|deplac|déplac|cambi|перешл|переш[её]л|перееха|迁移|切换)\p{L}*\s[^.;]{0,60}$/iu;
const AROUND = 80;
/** A range of more networks is not a block that anyone rents. */
const MAX_NETWORKS = 24;

/**
 * Replaces the two ends of an address range with the smallest set of networks that covers it. `185.161.248.0 -
 * 185.161.248.255` becomes `185.161.248.0/24`, and neither end is a separate address. Each network spans the whole
 * range.
 * @param found in the order of their positions
 */
export function joinRanges(text: string, found: readonly Occurrence[]): Occurrence[] {
  const joined: Occurrence[] = [];
  for (let at = 0; at < found.length; at += 1) {
    const first = found[at];
    const last = found[at + 1];
    if (first === undefined) break;
    const range = last === undefined ? null : rangeOf(text, first, last, found[at + 2]);
    if (last === undefined || range === null) {
      joined.push(first);
      continue;
    }
    at += 1;
    if (isLeftOut(text, first, last)) continue;
    for (const network of networksOf(range)) {
      const value = formatIpv4(network.start, network.bits);
      joined.push({
        ...first,
        value,
        normalized_value: value,
        end: last.end,
        defanged: first.defanged || last.defanged,
        joined: first.joined || last.joined,
      });
    }
  }
  return joined;
}

/** Returns the range between two consecutive values, or null if they are not its ends. */
function rangeOf(
  text: string,
  first: Occurrence,
  last: Occurrence,
  next: Occurrence | undefined,
): Range4 | null {
  const gap = last.start - first.end;
  if (first.kind !== "ipv4" || last.kind !== "ipv4" || gap < 1 || gap > 12) return null;
  if (first.host_of !== null || last.host_of !== null) return null;
  const [start, end] = [addressOf(first), addressOf(last)];
  if (start === null || end === null || start >= end) return null;
  const range = [start, end] as const;
  const networks = networksOf(range).length;
  const between = text.slice(first.end, last.start);
  const before = text.slice(Math.max(0, first.start - AROUND), first.start);
  if (DASH.test(between)) {
    // "a - b - c" is a row of addresses.
    const isNext = next !== undefined && DASH.test(text.slice(last.end, next.start));
    const isRow = isNext || AFTER_DASH.test(before);
    return !isRow && isOneNetwork(range, networks) ? range : null;
  }
  const isMeant = AND.test(between)
    ? BETWEEN.test(before) || /^\s?之?[间間]/u.test(text.slice(last.end, last.end + 3))
    : WORD.test(between) && isWordRange(before, networks);
  if (!isMeant || isOneNetwork(range, networks)) return isMeant ? range : null;
  const isSaid = RANGE.test(before) && isNear(range, networks) && networks <= MAX_NETWORKS;
  return isSaid ? range : null;
}

/** Returns an address as a number, or null for a network. */
function addressOf({ normalized_value }: Occurrence): number | null {
  const [first, last] = parseRange4(normalized_value) ?? [0, 1];
  return first === last ? first : null;
}

/** Returns whether "a to b" is a range: it is a network, or the words before it indicate a range. */
function isWordRange(before: string, networks: number): boolean {
  if (MOVED.test(before)) return false;
  return networks === 1 || RANGE.test(before) || !FROM.test(before);
}

/**
 * Returns whether two addresses may be the ends of a range: in one /24, or at the ends of networks. Otherwise, two
 * addresses with a dash are two servers.
 */
function isOneNetwork([start, end]: Range4, networks: number): boolean {
  const areEnds = start % 256 === 0 && end % 256 === 255 && isNear([start, end], networks);
  return networks === 1 || Math.floor(start / 256) === Math.floor(end / 256) || areEnds;
}

/** Returns whether the ends share their first half, or form a network. */
function isNear([start, end]: Range4, networks: number): boolean {
  return networks === 1 || Math.floor(start / 65536) === Math.floor(end / 65536);
}

/** Excludes scanned and internal networks, which are not to be blocked. */
function isLeftOut(text: string, first: Occurrence, last: Occurrence): boolean {
  if (first.defanged || last.defanged) return false;
  const before = text.slice(Math.max(0, first.start - 40), first.start);
  return isInternal(first.normalized_value) || isScanned(before);
}
