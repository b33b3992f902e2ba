import type { FontFace, FontSet } from "../fonts/font-set.ts";
import { cleanText } from "../text/clean-text.ts";
import { listClusters } from "../text/clusters.ts";
import { resolveDirections } from "../text/directions.ts";
import { listLineBreaks } from "../text/line-breaks.ts";
import type { Span, TextStyle } from "./style.ts";

/** Text of one font, style and direction, without an inner line break; `parts` are its clusters. */
export interface Atom {
  parts: string[];
  face: FontFace;
  style: TextStyle;
  level: number;
  isSpace: boolean;
}

/** Atoms that stay together on a line unless they are too long for it. */
export type Word = Atom[];

/** Text between two line ends of the source. */
export interface Paragraph {
  isRightToLeft: boolean;
  words: Word[];
}

/** Splits styled text into paragraphs and words with known fonts. */
export function cutText(fonts: FontSet, spans: readonly Span[]): Paragraph[] {
  const paragraphs: Span[][] = [[]];
  for (const { text, style } of spans) {
    cleanText(text)
      .split("\n")
      .forEach((part, index) => {
        if (index > 0) paragraphs.push([]);
        if (part !== "") paragraphs.at(-1)?.push({ text: part, style });
      });
  }
  return paragraphs.map((parts) => cutParagraph(fonts, parts));
}

function cutParagraph(fonts: FontSet, spans: readonly Span[]): Paragraph {
  const text = spans.map((span) => span.text).join("");
  const { isRightToLeft, levels } = resolveDirections(text);
  const breaks = new Set(listLineBreaks(text).map(({ at }) => at));
  const words: Word[] = [];
  let word: Word = [];
  let start = 0;
  let before: FontFace | null = null;
  for (const { text: part, style } of spans) {
    // A cluster does not extend across a change of style, which occurs only at labels and links.
    for (const cluster of listClusters(part)) {
      const at = start + cluster.start;
      if (breaks.has(at) && word.length > 0) {
        words.push(word);
        word = [];
      }
      const isSpace = cluster.text === " ";
      const level = levels?.[at] ?? 0;
      for (const { text: fitted, face } of fonts.fit(cluster.text, style.weight)) {
        const own: FontFace = isSpace && before !== null ? before : face;
        before = own;
        append(word, fitted, { face: own, style, level, isSpace });
      }
    }
    start += part.length;
    before = null;
  }
  if (word.length > 0) words.push(word);
  return { isRightToLeft, words };
}

function append(word: Word, text: string, kind: Omit<Atom, "parts">): void {
  const last = word.at(-1);
  const isSame =
    last !== undefined &&
    last.face === kind.face &&
    last.style === kind.style &&
    last.level === kind.level &&
    last.isSpace === kind.isSpace;
  if (isSame) last.parts.push(text);
  else word.push({ ...kind, parts: [text] });
}
