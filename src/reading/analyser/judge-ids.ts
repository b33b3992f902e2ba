import type { PrintedId, SentenceJudge } from "../recognition/acts/judge-sentences.ts";
import { createIdDescriber, type DescribeId, type DescribedText } from "./described-ids.ts";

/** The judgement of a technique whose id is printed, and how far the words around the id support it. */
export interface JudgedId extends Pick<PrintedId, "reason" | "counts"> {
  support: "described" | "labelled" | "mentioned";
}

/** Judges the id at an offset of its sentence. */
export type IdJudge = (sentence: number, offset: number) => JudgedId;

/**
 * Judges printed ids by position. An id in a table counts as described. An id on a line by itself is judged by the
 * adjacent lines, and any other id by the words of its sentence.
 */
export function createIdJudge(judge: SentenceJudge, describe: DescribeId): IdJudge {
  return (sentence, offset) => {
    const { reason, counts, list } = judge.ofPrintedId(sentence, offset);
    const supportOf = (): JudgedId["support"] => {
      const isCell = list?.isCell === true;
      if (list?.under === "table" && !isCell) return "described";
      const description = describe(sentence, offset, isCell ? "neighbours" : "sentence");
      if (description === "described") return "described";
      const isListed = list !== null && list.under !== "nothing";
      return isListed || description === "unreadable" ? "labelled" : "mentioned";
    };
    return { reason, counts, support: supportOf() };
  };
}

/** Creates the judge for a text from the text's words. */
export function openIdJudge(judge: SentenceJudge, read: DescribedText): IdJudge {
  return createIdJudge(judge, createIdDescriber(read));
}
