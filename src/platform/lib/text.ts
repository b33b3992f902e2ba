/**
 * Normalizes text for comparison regardless of case and width:
 * Unicode NFKC, lower case, white space collapsed to single spaces and trimmed.
 */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** Orders ids and names by UTF-16 code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const SLICE_CHARS = 64 * 1024;

/**
 * Rewrites a long text in slices, because a million small replacements in one pass use hundreds of megabytes. Slices
 * end before a character that `isCut` accepts, if one is near.
 */
export function rewriteInSlices(
  text: string,
  rewrite: (slice: string) => string,
  isCut: (character: string) => boolean,
): string {
  if (text.length <= SLICE_CHARS) return rewrite(text);
  const slices: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + SLICE_CHARS);
    const least = to - 256;
    while (to < text.length && to > least && !isCut(text.charAt(to))) to -= 1;
    slices.push(rewrite(text.slice(from, to)));
    from = to;
  }
  return slices.join("");
}
