import { join } from "node:path";
import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import type { Model } from "../../src/reading/analyser/model/model-file.ts";
import { readMappingDev, type DevText, type MappingDev } from "./mapping-dev.ts";
import { bootstrap, calibrationError, compare, qualityOf, total } from "./metrics.ts";
import { type Listed, openAnalyser } from "./open-analyser.ts";

/** Parents that the service lists for a text with their confidence, and those that it holds for possible. */
interface Answer {
  text: DevText;
  found: Map<string, number>;
  possible: Map<string, number>;
}

/** Texts of fewer words may well tell of nothing. */
export const MIN_WORDS = 30;

/**
 * Vendors' reports, single sentences of them and experts' paragraphs that nothing was fitted on, by the service's
 * own code. The passages are known to describe something, and so are the paragraphs.
 * @returns null where the data is not there
 */
export async function measureMappingDev(
  data: string,
  models: readonly Model[],
  release: ReleaseIndex,
): Promise<MappingFigures | null> {
  const dev = readMappingDev(join(data, "mapping-dev"), release);
  if (dev === null) return null;
  const analyse = openAnalyser(models, release);
  const measure = async (texts: readonly DevText[]) => {
    const answers: Answer[] = [];
    for (const text of texts) {
      const { techniques, candidates } = await analyse(text.text);
      const possible = bestByParent([...techniques, ...candidates]);
      answers.push({ text, found: bestByParent(techniques), possible });
    }
    return figuresOf(answers);
  };
  return {
    reports: await measure(dev.reports),
    passages: await measure(dev.passages),
    paragraphs: await measure(dev.paragraphs),
  };
}

export type MappingFigures = Record<keyof MappingDev, ReturnType<typeof figuresOf>>;

function bestByParent(rows: readonly Listed[]) {
  const best = new Map<string, number>();
  for (const { attack_id, confidence } of rows) {
    const id = parentOf(attack_id);
    best.set(id, Math.max(best.get(id) ?? 0, confidence));
  }
  return best;
}

function figuresOf(answers: readonly Answer[]) {
  const tally = ({ found, text }: Answer) => compare(new Set(found.keys()), text.parents);
  const groups = Map.groupBy(answers, ({ text }) => text.group);
  const long = answers.filter(({ text }) => text.text.split(/\s+/).length >= MIN_WORDS);
  const pairs = answers.flatMap(({ possible, text }) =>
    [...possible].map(([id, p]) => ({ p, isTrue: text.parents.has(id) })),
  );
  return {
    texts: answers.length,
    ...qualityOf(total(answers.map(tally))),
    interval_95: bootstrap([...groups.values()].map((some) => total(some.map(tally)))),
    first_is_right: share(answers, ({ possible, text }) =>
      text.parents.has(firstOf(possible) ?? ""),
    ),
    expected_error: calibrationError(pairs),
    of_30_words: long.length,
    silent: share(long, ({ found }) => found.size === 0),
    silent_without_candidates: share(long, ({ possible }) => possible.size === 0),
  };
}

function firstOf(possible: ReadonlyMap<string, number>): string | undefined {
  return [...possible].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function share<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return all.filter(holds).length / Math.max(1, all.length);
}
