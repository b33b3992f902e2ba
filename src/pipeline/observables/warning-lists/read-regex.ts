/** More of them would slow the reading of every text. */
export const MAX_REGEX_ENTRIES = 200;
const MAX_REGEX_CHARS = 300;

/**
 * A regular expression of a list, as upstream writes them: plain, or between slashes with flags.
 * Null for what does not compile and for what may take longer than in proportion to the square of a
 * value's length: back references, look-around, and repeated groups that repeat or choose within.
 */
export function readRegex(entry: string): RegExp | null {
  const [, source = entry, flags = ""] = /^\/(.*)\/([imsu]*)$/s.exec(entry) ?? [];
  if (source === "" || source.length > MAX_REGEX_CHARS || isCostly(source)) return null;
  try {
    return new RegExp(source, flags.includes("i") ? "iu" : "u");
  } catch {
    return null;
  }
}

function isCostly(source: string): boolean {
  const plain = source
    .replaceAll(/\\[^1-9k]/gs, "x")
    .replaceAll(/\[(?:[^\]\\]|\\.)*\]/gs, "x")
    .replaceAll("(?:", "(");
  if (/\\[1-9k]|\(\?/.test(plain)) return true;
  const repeated = /[*+]|\{\d*,\d*\}|\{\d{3,}\}/g;
  if ((plain.match(repeated) ?? []).length > 2) return true;
  // A group that is repeated, and has a repetition, a choice or a group within.
  return /\([^()]*[*+{|?][^()]*\)[*+{]/.test(plain) || /\)[^()]*\)[*+{]/.test(plain);
}
