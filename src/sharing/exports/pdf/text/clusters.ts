/** A user-perceived character; `start` in UTF-16 code units. */
export interface Cluster {
  start: number;
  text: string;
}

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Text in which every code unit is a separate cluster. */
const PLAIN =
  /^[\u0020-\u02FF\u0400-\u0482\u048A-\u0590\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF]*$/u;

/** No letter is longer; a sequence of Hangul consonants is one cluster of any length. */
const MAX_CODE_POINTS = 12;

/** Splits text into its grapheme clusters (UAX #29), and splits overlong ones further. */
export function listClusters(text: string): Cluster[] {
  if (PLAIN.test(text)) return Array.from(text, (char, start) => ({ start, text: char }));
  const clusters: Cluster[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    if (segment.length <= MAX_CODE_POINTS) clusters.push({ start: index, text: segment });
    else clusters.push(...cutLong(segment, index));
  }
  return clusters;
}

function cutLong(segment: string, index: number): Cluster[] {
  const codePoints = Array.from(segment);
  const parts: Cluster[] = [];
  let start = index;
  for (let from = 0; from < codePoints.length; from += MAX_CODE_POINTS) {
    const text = codePoints.slice(from, from + MAX_CODE_POINTS).join("");
    parts.push({ start, text });
    start += text.length;
  }
  return parts;
}
