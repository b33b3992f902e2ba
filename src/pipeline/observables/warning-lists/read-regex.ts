/** More entries would slow the analysis of every text. */
export const MAX_REGEX_ENTRIES = 200;
const MAX_REGEX_CHARS = 300;

/**
 * Compiles a regular expression of a list in upstream's syntax: plain, or between slashes with flags. Returns null
 * for invalid expressions and for those that may take more than quadratic time: back references, look-around, and
 * repeated groups that contain repetition or choice.
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
  // A repeated group that contains a repetition, a choice or a group.
  return /\([^()]*[*+{|?][^()]*\)[*+{]/.test(plain) || /\)[^()]*\)[*+{]/.test(plain);
}
