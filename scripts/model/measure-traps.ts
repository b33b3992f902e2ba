import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { qualityOf, total, type Tally } from "./metrics.ts";
import { openAnalyser } from "./open-analyser.ts";
import { shippedModel, shippedRelease } from "./shipped.ts";
import { readTraps, TRAP_SHAPES, type TrapItem } from "./traps.ts";

/** What the service lists for an item. */
export interface TrapAnswer {
  item: TrapItem;
  found: readonly string[];
}

export type TrapFigures = ReturnType<typeof figuresOf>;

/** The answers of the service's own code, with the model and release that the repository ships. */
export async function measureTraps() {
  const release = shippedRelease();
  const analyse = openShipped(release);
  const answers: TrapAnswer[] = [];
  for (const item of readTraps()) answers.push({ item, found: await analyse(item.text) });
  return summariseTraps(answers);
}

/** The ids of the techniques that the service lists for a text by the shipped model, surest first. */
export function openShipped(release: ReleaseIndex): (text: string) => Promise<string[]> {
  const analyse = openAnalyser([shippedModel()], release);
  return async (text) => (await analyse(text)).techniques.map(({ attack_id }) => attack_id);
}

/** Figures by shape, by language, of passages, and over all; and each item that is answered wrongly. */
export function summariseTraps(answers: readonly TrapAnswer[]) {
  const sentences = answers.filter(({ item }) => item.kind === "sentence");
  const foreign = answers.filter(({ item }) => item.language !== "en");
  const languages = Map.groupBy(foreign, ({ item }) => item.language);
  return {
    sentences: Object.fromEntries(
      TRAP_SHAPES.map((shape) => [
        shape,
        figuresOf(sentences.filter((a) => a.item.shape === shape)),
      ]),
    ),
    languages: Object.fromEntries([...languages].map(([name, some]) => [name, figuresOf(some)])),
    all_sentences: figuresOf(sentences),
    all_passages: figuresOf(answers.filter(({ item }) => item.kind === "passage")),
    all: figuresOf(answers),
    faults: answers.map(faultOf).filter(({ wrong, missed }) => wrong.length + missed.length > 0),
  };
}

/**
 * `false_alarms`: share of the items of which nothing may be listed that answer something;
 * `silent`: share of the items that tell of an act and answer nothing.
 */
function figuresOf(answers: readonly TrapAnswer[]) {
  const traps = answers.filter(({ item }) => item.none === true);
  const acts = answers.filter(({ item }) => item.none !== true);
  return {
    items: answers.length,
    traps: traps.length,
    acts: acts.length,
    techniques: qualityOf(total(answers.map((answer) => tallyOf(answer, (id) => id)))),
    parents: qualityOf(total(answers.map((answer) => tallyOf(answer, parentOf)))),
    false_alarms: share(traps, ({ found }) => found.length > 0),
    silent: share(acts, ({ found }) => found.length === 0),
  };
}

function tallyOf({ item, found }: TrapAnswer, fold: (id: string) => string): Tally {
  const gold = new Set(item.techniques.map(fold));
  const neutral = new Set([...neutralOf(item, found)].map(fold));
  const listed = [...new Set(found.map(fold))];
  const right = listed.filter((id) => gold.has(id)).length;
  const wrong = listed.filter((id) => !gold.has(id) && !neutral.has(id)).length;
  return { right, wrong, missed: gold.size - right };
}

/** What counts neither way: the acceptable, and the parent of a right one that was not found itself. */
function neutralOf({ techniques, acceptable = [] }: TrapItem, found: readonly string[]) {
  return new Set([...acceptable, ...techniques.filter((id) => !found.includes(id)).map(parentOf)]);
}

function faultOf({ item, found }: TrapAnswer) {
  const neutral = neutralOf(item, found);
  return {
    id: item.id,
    wrong: found.filter((id) => !item.techniques.includes(id) && !neutral.has(id)),
    missed: item.techniques.filter((id) => !found.includes(id)),
  };
}

function share(answers: readonly TrapAnswer[], is: (answer: TrapAnswer) => boolean): number | null {
  return answers.length === 0 ? null : answers.filter(is).length / answers.length;
}
