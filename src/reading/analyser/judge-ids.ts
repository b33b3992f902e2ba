import type { PrintedId, SentenceJudge } from "../recognition/acts/judge-sentences.ts";
import { createIdDescriber, type DescribeId, type DescribedText } from "./described-ids.ts";

/** What is said of a technique whose id is printed, and how far the words around the id support it. */
export interface JudgedId extends Pick<PrintedId, "reason" | "counts"> {
  support: "described" | "labelled" | "mentioned";
}

/** Judges an id at an offset, in its sentence. */
export type IdJudge = (sentence: number, offset: number) => JudgedId;

/**
 * Judges printed ids by where they are: one in a table counts as described, one with a line to itself by the lines
 * next to it, and every other one by the words of its sentence.
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

/** The judge for a text, by its own words. */
export function openIdJudge(judge: SentenceJudge, read: DescribedText): IdJudge {
  return createIdJudge(judge, createIdDescriber(read));
}
