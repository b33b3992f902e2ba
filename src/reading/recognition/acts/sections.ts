import type { Outline, Span } from "../../../text/document/document.ts";
import { foldBlanks } from "../../../text/document/fold-blanks.ts";
import { spanAt } from "../../../text/document/span-at.ts";
import { classifySections, type SectionKind } from "../../../text/sections/classify-sections.ts";
import type { Content, LookBelow } from "../../../text/sections/look-below.ts";
import type { AsideReason } from "./aside-reasons.ts";
import { ADVICE, SURE_IMPERATIVE, UNSURE_IMPERATIVE } from "./aside-words.ts";
import { foreignWordsOf } from "./foreign-words.ts";
import { reportsNamedAct } from "./reports-act.ts";

/** The position of a sentence in the outline. */
export interface Place {
  section: SectionKind;
  /** Index of its block. */
  block: number;
  isItem: boolean;
}

/** Sections whose sentences describe no adversary activity, unless they report it explicitly. */
const ASIDE: Partial<Record<SectionKind, AsideReason>> = {
  advice: "advice",
  detection: "detection",
  references: "references",
  contact: "boilerplate",
  vendor: "boilerplate",
  contents: "contents",
  related: "furniture",
  definition: "definition",
};

/** Returns why the sentences of a section describe no adversary activity, or null if they may. */
export function asideOf(section: SectionKind): AsideReason | null {
  return ASIDE[section] ?? null;
}

/**
 * Returns the place of each sentence.
 * @param text of the outline, without its furniture
 */
export function placeSentences(
  text: string,
  outline: Outline,
  sentences: readonly Span[],
): readonly Place[] {
  const { blocks } = outline;
  const blockOf = sentences.map(({ start }) => spanAt(blocks, start));
  const isHeadingAt = (index: number) => blocks[blockOf[index] ?? -1]?.kind === "heading";
  const below = lookBelow(text, sentences, isHeadingAt);
  const firstBelow = (heading: number) => spanAt(sentences, blocks[heading]?.start ?? 0) + 1;
  const sections = classifySections(outline, {
    contentBelow: (heading) => below.contentBelow(firstBelow(heading)),
    mayBeAdvice: (heading) => below.mayBeAdvice(firstBelow(heading)),
  });
  return blockOf.map((block) => ({
    block,
    isItem: blocks[block]?.kind === "item",
    section: sections[block]?.kind ?? "body",
  }));
}

/** Maximum sentences to check below a heading, also including the headings between them. */
const MAX_READ = 8;
const MAX_LOOK = 12;

/** Checks sentences from the given one to the next heading. */
function lookBelow(
  text: string,
  sentences: readonly Span[],
  isHeadingAt: (index: number) => boolean,
): LookBelow {
  const wordsAt = (index: number) => {
    const { start, end } = sentences[index] ?? { start: 0, end: 0 };
    return foldBlanks(text.slice(start, end));
  };
  return {
    contentBelow: (first) => {
      const content = { read: 0, advising: 0, surely: 0, acts: 0, beginsWithAct: false };
      const end = Math.min(sentences.length, first + MAX_LOOK);
      for (let at = first; at < end && content.read < MAX_READ; at += 1) {
        if (isHeadingAt(at)) {
          if (content.read > 0) break;
        } else count(wordsAt(at), content);
      }
      content.advising += content.surely;
      return content;
    },
    mayBeAdvice: (first) =>
      [first, first + 1].some((at) => {
        const words = wordsAt(at);
        return SURE_IMPERATIVE.test(words) || /\b(?:should|must|recommend)/u.test(words);
      }),
  };
}

function count(words: string, content: Content): void {
  content.read += 1;
  if (reportsNamedAct(words)) {
    content.beginsWithAct ||= content.surely + content.advising === 0;
    content.acts += 1;
  } else if (isPlainAdvice(words)) content.surely += 1;
  else if (UNSURE_IMPERATIVE.test(words)) content.advising += 1;
}

function isPlainAdvice(words: string): boolean {
  if (foreignWordsOf(words)?.advice.test(words) === true) return true;
  return SURE_IMPERATIVE.test(words) || ADVICE.test(words);
}
