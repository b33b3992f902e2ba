import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import type { Model } from "../../src/reading/analyser/model/model-file.ts";
import { likeliestOf, openAnalyser, type ServiceAnswer } from "./open-analyser.ts";

/** A sentence of our own in another language that describes one technique. */
export interface ForeignSentence {
  language: string;
  attack_id: string;
  text: string;
}

/** How many of so many sentences; a technique's parent counts as the technique. */
export interface ForeignFigures {
  sentences: number;
  /** The right one is first among findings and candidates. */
  first: number;
  /** It is a finding. */
  listed: number;
  /** There is neither finding nor candidate. */
  nothing: number;
}

const PATH = join(import.meta.dirname, "foreign-sentences.jsonl");

/** The sentences, which nothing is learned from. */
export function readForeignSentences(): ForeignSentence[] {
  const lines = readFileSync(PATH, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as ForeignSentence);
}

/** What the service's own code answers to them, by language and over all. */
export async function measureForeign(
  model: Model,
  release: ReleaseIndex,
  sentences: readonly ForeignSentence[] = readForeignSentences(),
): Promise<Record<string, ForeignFigures>> {
  const analyse = openAnalyser([model], release);
  const judged: (ForeignSentence & Judged)[] = [];
  for (const one of sentences) judged.push({ ...one, ...judge(await analyse(one.text), one) });
  const byLanguage = Map.groupBy(judged, ({ language }) => language);
  const figures = [...byLanguage].map(([language, some]) => [language, figuresOf(some)] as const);
  return { ...Object.fromEntries(figures), all: figuresOf(judged) };
}

type Judged = Record<"isFirst" | "isListed" | "isNothing", boolean>;

function judge(answer: ServiceAnswer, { attack_id }: ForeignSentence): Judged {
  const isRight = (id: string | undefined) => id === attack_id || id === parentOf(attack_id);
  const first = likeliestOf(answer);
  return {
    isFirst: isRight(first?.attack_id),
    isListed: answer.techniques.some((one) => isRight(one.attack_id)),
    isNothing: first === undefined,
  };
}

function figuresOf(judged: readonly Judged[]): ForeignFigures {
  const count = (is: keyof Judged) => judged.filter((one) => one[is]).length;
  return {
    sentences: judged.length,
    first: count("isFirst"),
    listed: count("isListed"),
    nothing: count("isNothing"),
  };
}
