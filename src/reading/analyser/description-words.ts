import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { languageOf } from "../../text/language/language-of.ts";
import type { Span } from "../../text/document/document.ts";
import { spanAt } from "../../text/document/span-at.ts";
import { tokenize } from "../../text/tokens/tokens.ts";
import { namesForeignActor } from "../recognition/acts/actor-words.ts";
import { reportsAct } from "../recognition/acts/reports-act.ts";
import { lexiconOf } from "../recognition/detectors.ts";
import { findTechniqueNames } from "../recognition/technique-names.ts";
import { scoreAct } from "./model/acts/act-model.ts";
import { glossOf } from "./model/glosses/gloss.ts";
import type { Model } from "./model/model-file.ts";
import { scoreEnglish, scoresFor } from "./model/score-sentence.ts";
import type { Scores } from "./model/scores.ts";
import { splitWords } from "./model/words.ts";
import { cutAtSubjects } from "./subject-clauses.ts";

/** Result of checking the words around an id. "unreadable" means that the language is not supported. */
export type Description = "described" | "mentioned" | "unreadable";

/** A printed technique id and the names that describe it. */
export interface Printed {
  attack_id: string;
  names: readonly string[];
}

/** Below this log probability of the printed technique, the sentence is about something else. */
const AGREES = Math.log(0.01);
/** Minimum words of a description. */
const LEAST_WORDS = 2;
/** Minimum other words that a model needs next to one word of a name. */
const LEAST_OTHERS = 3;
/** Share of a name's words that identifies the technique: "system recovery" is Inhibit System Recovery. */
const NAME_SHARE = 0.5;
/** Minimum words of a longer name. "data" alone is not Data Destruction. */
const LEAST_OF_NAME = 2;

/**
 * Analyzes words without ids. Returns a function that checks whether they name a technique or the model finds it in
 * them.
 */
export function describesBy(
  words: string,
  models: readonly Model[],
): (printed: Printed) => Description {
  if (!/\p{L}{2,}|\p{Script=Han}/u.test(words)) return () => "mentioned";
  const gloss = glossOf(words);
  const english = gloss ?? words;
  const said = new Set(stemsOf(english));
  const otherwise = gloss === null && isForeign(words) ? "unreadable" : "mentioned";
  const finds = otherwise === "unreadable" ? [] : models.map((model) => findsIn(english, model));
  return ({ attack_id, names }) => {
    if (names.some((name) => isNamed(name, said) || endsName(name, words))) return "described";
    return saysMore(said, names) && finds.some((find) => find(attack_id)) ? "described" : otherwise;
  };
}

/**
 * Returns a function that checks whether the clause at an offset names a technique or has the form of adversary
 * activity.
 */
export function describesByClause(
  sentence: string,
  ids: readonly Span[],
  release: ReleaseIndex,
  models: readonly Model[],
): (offset: number) => boolean {
  const clauses = cutAtSubjects(sentence);
  // The rules of form support English only, and a clause may be too short to detect its language.
  const isEnglish = !isForeign(withoutSpans(sentence, ids));
  const known = new Map<number, boolean>();
  return (offset) => {
    const at = spanAt(clauses, offset);
    const { start, end } = clauses[at] ?? { start: 0, end: 0 };
    const read = () => {
      const words = withoutSpans(sentence, ids, start, end);
      return (
        namesTechnique(words, release) ||
        namesForeignActor(words) ||
        (isEnglish && hasFormOfAct(words, models))
      );
    };
    const describes = known.get(at) ?? read();
    known.set(at, describes);
    return describes;
  };
}

/** Returns part of a text with each span replaced by a space. */
export function withoutSpans(
  text: string,
  spans: readonly Span[],
  start = 0,
  end = text.length,
): string {
  let rest = "";
  let from = start;
  for (const span of spans) {
    if (span.start < start || span.start >= end) continue;
    rest += `${text.slice(from, span.start)} `;
    from = span.end;
  }
  return rest + text.slice(from, end);
}

/** Returns whether the words name any technique, which may contradict an id next to it. */
export function namesTechnique(words: string, release: ReleaseIndex): boolean {
  const whole = [{ start: 0, end: words.length }];
  const { techniqueNames } = lexiconOf(release);
  return findTechniqueNames(words, tokenize(words), whole, techniqueNames).length > 0;
}

function isNamed(name: string, said: ReadonlySet<string>): boolean {
  const stems = new Set(stemsOf(name));
  const shared = stems.intersection(said).size;
  const least = Math.min(stems.size, LEAST_OF_NAME);
  return shared > 0 && shared >= Math.max(least, NAME_SHARE * stems.size);
}

/**
 * Returns whether the words say more than one word of a name. Models find Software Discovery in "The software is called
 * T1518".
 */
function saysMore(said: ReadonlySet<string>, names: readonly string[]): boolean {
  const ofNames = said.intersection(new Set(names.flatMap(stemsOf)));
  return ofNames.size === 0 || said.size - ofNames.size >= LEAST_OTHERS;
}

/** Returns whether the words are the end of a name, as in a wrapped table cell: "Shell T1059.003". */
function endsName(name: string, words: string): boolean {
  return ` ${foldWords(name)}`.endsWith(` ${foldWords(words)}`);
}

function foldWords(words: string): string {
  return (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

function stemsOf(words: string): string[] {
  return splitWords(words).flatMap(({ forms }) => forms);
}

function isForeign(words: string): boolean {
  const language = languageOf(words);
  return language !== null && language !== "en";
}

function hasFormOfAct(words: string, models: readonly Model[]): boolean {
  if (!/\p{L}{2,}/u.test(words)) return false;
  return (
    reportsAct(words) || models.some(({ calibration }) => scoreAct(words, calibration.acts) > 0)
  );
}

/**
 * Returns a function that checks whether a model finds a technique or its family likely in English words. Scores the
 * words on its first call.
 */
function findsIn(english: string, model: Model): (attack_id: string) => boolean {
  if (splitWords(english).length < LEAST_WORDS) return () => false;
  const { taxonomy } = model;
  let scores: Scores | null = null;
  return (attack_id) => {
    const c = taxonomy.classOf.get(attack_id) ?? 0;
    if (c === 0) return false;
    scores ??= scoreEnglish(english, model, scoresFor(model));
    const { blend, family } = scores;
    const p = taxonomy.parent[c] ?? c;
    return Math.max(blend[c] ?? -Infinity, blend[p] ?? -Infinity, family[p] ?? -Infinity) >= AGREES;
  };
}
