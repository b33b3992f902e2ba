import type { ObjectRecord, ReleaseContent } from "../../../knowledge/attack/release-content.ts";
import { outlineText } from "../../../text/outline/outline-text.ts";
import { splitSentences } from "../../../text/sentences/sentences.ts";
import { runAllSteps } from "./run-all-steps.ts";
import { buildNameMask, type NameMask } from "./name-mask.ts";

/** A training text. `targets` are indexes of classes, which share the probability equally. */
export interface Example {
  text: string;
  targets: readonly number[];
  weight: number;
  /** Debatable classes, neither right nor wrong. */
  open?: readonly number[];
  /** The active group, campaign or software of a procedure text. */
  source?: string;
}

/** Training data of a release. Class 0 is "no technique", the others are techniques by id. */
export interface Corpus {
  /** Sorted ids of active techniques. Class `i + 1` is `techniques[i]`. */
  techniques: string[];
  /** Procedure texts per technique. */
  usesOf: number[];
  mask: NameMask;
  maskNames: string[];
  examples: Example[];
}

export const NONE = 0;
const DESCRIPTION_WEIGHT = 0.5;
const NONE_WEIGHT = 0.3;
/** Lower-case uses from which a name is a plain word: Page, Carbon, Net. */
const ORDINARY_USES = 5;
/** Descriptions, and examples, between two pauses: a few milliseconds of work. */
const DESCRIPTIONS_PER_STEP = 100;
const EXAMPLES_PER_STEP = 1_000;

/**
 * Reads the training data: procedure texts of `uses` relationships, and names and descriptions of techniques.
 * Descriptions of groups, campaigns, software and `others` (mitigations, if the bundle is available) are "no
 * technique".
 */
export function readCorpus(content: ReleaseContent, others: readonly string[] = []): Corpus {
  return runAllSteps(readCorpusSteps(content, others));
}

/** Reads the same data in steps. Yields to pause, since a Worker has other requests to serve. */
export function* readCorpusSteps(
  content: ReleaseContent,
  others: readonly string[] = [],
): Generator<void, Corpus> {
  const active = content.techniques.filter(isActive).toSorted(byId);
  const techniques = active.map(({ attack_id }) => attack_id);
  const classOf = new Map(techniques.map((id, index) => [id, index + 1]));
  const nameOf = new Map(active.map(({ attack_id, name }) => [attack_id, name]));
  const examples: Example[] = [];
  const usesOf = techniques.map(() => 0);
  const sources = new Set(sourcesOf(content).map(({ attack_id }) => attack_id));
  for (const { source_id, target_id, description } of content.uses) {
    const target = classOf.get(target_id);
    if (target === undefined || description === null) continue;
    usesOf[target - 1] = (usesOf[target - 1] ?? 0) + 1;
    const source = sources.has(source_id) && { source: source_id };
    examples.push({ text: description, targets: [target], weight: 1, ...source });
  }
  yield;
  for (const [at, { attack_id, name, description }] of active.entries()) {
    const targets = [classOf.get(attack_id) ?? NONE];
    const parent = nameOf.get(attack_id.split(".")[0] ?? "");
    const full = parent === undefined || parent === name ? name : `${parent}: ${name}`;
    examples.push({ text: name, targets, weight: 1 }, { text: full, targets, weight: 1 });
    const weight = DESCRIPTION_WEIGHT;
    for (const text of sentencesOf(description)) examples.push({ text, targets, weight });
    if (at % DESCRIPTIONS_PER_STEP === 0) yield;
  }
  const plain = sourcesOf(content).map(({ description }) => description);
  for (const [at, description] of [...plain, ...others].entries()) {
    for (const text of sentencesOf(description)) {
      examples.push({ text, targets: [NONE], weight: NONE_WEIGHT });
    }
    if (at % DESCRIPTIONS_PER_STEP === 0) yield;
  }
  const maskNames = yield* namesToMask(content, examples);
  return { techniques, usesOf, examples, maskNames, mask: buildNameMask(maskNames) };
}

/** Returns the possible sources of procedures. */
function sourcesOf({ groups, campaigns, software }: ReleaseContent): ObjectRecord[] {
  return [...groups, ...campaigns, ...software].filter(isActive);
}

/** Returns the sentences of a description without its list of citations. */
function sentencesOf(description: string | null): string[] {
  if (description === null) return [];
  const text = description.replace(/\(Citation: [^)]{0,1000}\)/g, "");
  return splitSentences(outlineText(text))
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => sentence.length > 20);
}

/** Returns the names to mask. Tools are not masked, because "PsExec" and "Mimikatz" show the action. */
function* namesToMask(
  content: ReleaseContent,
  examples: readonly Example[],
): Generator<void, string[]> {
  const malware = content.software.filter(({ type }) => type === "malware");
  const named = [...content.groups, ...content.campaigns, ...malware].filter(isActive);
  const ordinary = new Map<string, number>();
  for (const [at, { text }] of examples.entries()) {
    if (at % EXAMPLES_PER_STEP === 0) yield;
    for (const word of new Set(text.match(/(?<![\w/[])[a-z]{3,}(?![\w/\]])/g))) {
      ordinary.set(word, (ordinary.get(word) ?? 0) + 1);
    }
  }
  const isName = (name: string) => (ordinary.get(name.toLowerCase()) ?? 0) < ORDINARY_USES;
  return [...new Set(named.flatMap(({ name, aliases }) => [name, ...aliases]))]
    .filter(isName)
    .sort();
}

function isActive({ state }: ObjectRecord): boolean {
  return state === "active";
}

function byId(a: ObjectRecord, b: ObjectRecord): number {
  return a.attack_id < b.attack_id ? -1 : 1;
}
