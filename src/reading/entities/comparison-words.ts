import { cueFinder, type Cues } from "../../text/phrases/cue-table.ts";

/** Words before or right after a name that mention it only as a comparison or a guess, by language. */
const COMPARISON: Readonly<Record<string, Cues<"comparison">>> = {
  en: {
    comparison: [
      "similar to",
      "similarities with",
      "similarities to",
      "similarity to",
      "reminiscent of",
      "resembl*",
      "overlap*",
      "unlike",
      "compared to",
      "compared with",
      "comparable to",
      "previously attributed to",
      "previously used by",
      "previously linked to",
      "also used by",
      "as seen with",
      "not to be confused with",
      "imitat*",
      "mimick*",
      "mimics",
      "inspired by",
      "such as those of",
      "known from",
      "not attributed to",
      "false flag",
      "in the style of",
      "same as",
      "like",
      "possibly",
      "perhaps",
      "suspected to be",
      "may be linked to",
      "might be linked to",
      "could be linked to",
      "may be the work of",
      "could be the work of",
      "low confidence",
    ],
  },
  de: {
    comparison: [
      "ähnlich*",
      "ähnelt",
      "erinnert an",
      "ähnlichkeiten mit",
      "anders als",
      "vergleichbar mit",
      "möglicherweise",
    ],
  },
  fr: {
    comparison: [
      "similaire*",
      "rappelle",
      "ressemble à",
      "semblable*",
      "comparable à",
      "contrairement à",
      "peut-être",
    ],
  },
  es: {
    comparison: [
      "similar a",
      "similares a",
      "parecid*",
      "recuerda a",
      "recuerdan a",
      "a diferencia de",
      "posiblemente",
    ],
  },
  ru: {
    comparison: [
      "похож*",
      "напомина*",
      "схож*",
      "аналогичн*",
      "в отличие от",
      "сходств*",
      "возможно",
    ],
  },
  zh: { comparison: ["类似", "相似", "不同于", "模仿", "疑似"] },
};

const find = cueFinder(Object.values(COMPARISON));
const BEFORE = 45;
const BEHIND = 8;

/** Returns whether the words around a name, within its sentence, use it for comparison. */
export function isCompared(
  text: string,
  place: { start: number; end: number },
  sentence: { start: number; end: number },
): boolean {
  const from = Math.max(sentence.start, place.start - BEFORE);
  const to = Math.min(sentence.end, place.end + BEHIND);
  return find(text, from, place.start).length > 0 || find(text, place.end, to).some(isUnspaced);
}

/** Returns whether the text has no spaces. In Chinese, the word follows the name. */
function isUnspaced({ start, end }: { start: number; end: number }): boolean {
  return end - start === 2;
}
