import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { languageOf } from "../../text/language/language-of.ts";
import type { Sentence } from "../../text/sentences/sentences.ts";
import { findTechniqueIds } from "../../text/tokens/technique-ids.ts";
import { tokenize } from "../../text/tokens/tokens.ts";
import { lexiconOf } from "../recognition/detectors.ts";
import { findTechniqueNames } from "../recognition/technique-names.ts";
import { reportsAct } from "../recognition/acts/reports-act.ts";
import { scoreAct } from "./model/acts/act-model.ts";
import { glossOf } from "./model/glosses/gloss.ts";
import type { Model } from "./model/model-file.ts";
import { scoreSentence } from "./model/score-sentence.ts";
import { splitWords } from "./model/words.ts";

/** What a sentence says of the ids that it prints; "unreadable" in a language that nobody here knows. */
export type Description = "described" | "mentioned" | "unreadable";

/** Of the lines next to a cell, the one that says most counts. */
const SUREST: readonly Description[] = ["described", "unreadable"];

/** Says whether a sentence describes the ids that it prints, by its own words or by those of the lines next to it. */
export type DescribeIds = (sentence: number, by: "sentence" | "neighbours") => Description;

/** A model that gives a printed technique less says that the sentence is about something else. */
const AGREES = Math.log(0.01);
/** Fewer words describe nothing. */
const LEAST_WORDS = 2;
/** The part of a name's words that names the technique: "system" alone is not Inhibit System Recovery. */
const NAME_SHARE = 0.5;

/** A text with what judges its words; without a model, rules do. */
export interface DescribedText {
  text: string;
  sentences: readonly Sentence[];
  release: ReleaseIndex;
  models: readonly Model[];
}

/**
 * Says of a sentence whether its words describe one of the techniques whose ids it prints. They do if they contain
 * half of its name or of its parent's, if they name another technique, if they report adversary activity by their
 * form, or if the model, without the id, finds the technique likely. "The correct answer is T1490" does none of that.
 */
export function createIdDescriber({
  text,
  sentences,
  release,
  models,
}: DescribedText): DescribeIds {
  const wordsAt = (index: number) => {
    const { start = 0, end = 0 } = sentences[index] ?? {};
    const printed = text.slice(start, end);
    const ids = findTechniqueIds(printed);
    return { words: withoutSpans(printed, ids), ids };
  };
  const describe = (words: string, ids: readonly string[], names: readonly string[]) => {
    if (!/\p{L}{2,}|\p{Script=Han}/u.test(words)) return "mentioned";
    const gloss = glossOf(words);
    const english = gloss ?? words;
    if (namesAny(english, names) || namesTechnique(words, release)) return "described";
    if (gloss === null && isForeign(words)) return "unreadable";
    if (gloss === null && hasFormOfAct(words, models)) return "described";
    return models.some((model) => agrees(english, ids, model)) ? "described" : "mentioned";
  };
  const known = new Map<number, Description>();
  return (index, by) => {
    const found = known.get(index);
    if (found !== undefined) return found;
    const { words, ids } = wordsAt(index);
    const followed = ids.map(({ attack_id: id }) => release.replacements.get(id) ?? id);
    const isCell = by === "neighbours";
    const sources = isCell ? [index + 1, index - 1].map((at) => wordsAt(at).words) : [words];
    const names = namesOf(new Set(followed), isCell, release);
    const descriptions = new Set(sources.map((source) => describe(source, followed, names)));
    const description = SUREST.find((one) => descriptions.has(one)) ?? "mentioned";
    known.set(index, description);
    return description;
  };
}

function withoutSpans(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of spans) {
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}

/** The names of techniques and of their parents; next to a cell of a table, those of their tactics too. */
function namesOf(ids: ReadonlySet<string>, isCell: boolean, release: ReleaseIndex): string[] {
  return [...ids].flatMap((id) => {
    const { name = "", tactics = [] } = release.techniques.get(id) ?? {};
    const parent = release.techniques.get(parentOf(id))?.name ?? "";
    return [name, parent, ...(isCell ? tactics.map((slug) => slug.replaceAll("-", " ")) : [])];
  });
}

function namesAny(words: string, names: readonly string[]): boolean {
  const said = new Set(stemsOf(words));
  return names.some((name) => {
    const stems = stemsOf(name);
    const share = stems.filter((stem) => said.has(stem)).length / Math.max(1, stems.length);
    return share >= NAME_SHARE;
  });
}

/** Whether another technique is named, which may be what the id contradicts. */
function namesTechnique(words: string, release: ReleaseIndex): boolean {
  const whole = [{ start: 0, end: words.length }];
  const { techniqueNames } = lexiconOf(release);
  return findTechniqueNames(words, tokenize(words), whole, techniqueNames).length > 0;
}

function stemsOf(words: string): string[] {
  return splitWords(words).flatMap(({ forms }) => forms);
}

function isForeign(words: string): boolean {
  const language = languageOf(words);
  return language !== null && language !== "en";
}

function hasFormOfAct(words: string, models: readonly Model[]): boolean {
  return (
    reportsAct(words) || models.some(({ calibration }) => scoreAct(words, calibration.acts) > 0)
  );
}

function agrees(words: string, ids: readonly string[], model: Model): boolean {
  const { taxonomy } = model;
  const classes = ids.map((id) => taxonomy.classOf.get(id) ?? 0).filter((c) => c > 0);
  if (classes.length === 0 || splitWords(words).length < LEAST_WORDS) return false;
  const { blend, family } = scoreSentence(words, model);
  return classes.some((c) => {
    const p = taxonomy.parent[c] ?? c;
    return Math.max(blend[c] ?? -Infinity, blend[p] ?? -Infinity, family[p] ?? -Infinity) >= AGREES;
  });
}
