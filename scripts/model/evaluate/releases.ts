import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readRelease } from "../../../src/knowledge/attack/read-release.ts";
import type { ReleaseContent } from "../../../src/knowledge/attack/release-content.ts";
import { SEED } from "../../../src/knowledge/attack/vocabulary.ts";
import { chooseModels } from "../../../src/reading/analyser/follow-model.ts";
import type { Model } from "../../../src/reading/analyser/model/model-file.ts";
import { trainSmallWeights } from "../../../src/reading/analyser/model/train-small-weights.ts";
import { readCorpus } from "../../../src/reading/analyser/model/training-corpus.ts";
import { makeFutureRelease } from "../../../test/support/future-release.ts";
import { releasePath } from "../../data/data-folder.ts";
import { type MappingFigures, measureMappingDev } from "../measure-mapping-dev.ts";
import { indexOf, readBundleFile } from "../read-bundle.ts";
import { shippedModel, smallCalibration } from "../shipped.ts";
import { percent } from "./show.ts";

/** How well texts are read for a release that the trained model was not made for. */
export interface ReleaseFigures {
  release: string;
  /** As the service judges: the trained model followed to the release, and the small one for the rest. */
  followed: MappingFigures;
  /** By the small model of the release alone. */
  small: MappingFigures;
}

const OLDER = ["18.1", "17.1"];
const RENAMED = "20.0";
const MADE_UP_SEED = 99;

/**
 * Texts that nothing was fitted on, read for releases that the trained model was not made for: the one that it
 * was, under another number; a made-up one, with ids that were split, replaced and dropped; and older ones. Labels
 * are followed to each release.
 */
export async function measureReleases(data: string): Promise<ReleaseFigures[]> {
  const pathOf = (version: string) => join(data, releasePath(SEED.domain, version));
  const { content: own } = await readBundleFile(pathOf(SEED.version));
  const contents = [own, { ...own, version: RENAMED }, await madeUp(pathOf(SEED.version))];
  for (const version of OLDER) contents.push((await readBundleFile(pathOf(version))).content);
  const figures: ReleaseFigures[] = [];
  for (const content of contents) figures.push(await measureRelease(data, content));
  return figures;
}

async function madeUp(path: string): Promise<ReleaseContent> {
  const today = JSON.parse(gunzipSync(readFileSync(path)).toString()) as { objects: object[] };
  const { bundle } = makeFutureRelease(today, MADE_UP_SEED);
  return await readRelease(new Blob([JSON.stringify(bundle)]).stream(), {});
}

async function measureRelease(data: string, content: ReleaseContent): Promise<ReleaseFigures> {
  const { domain, version } = content;
  const release = indexOf(content);
  const weights = trainSmallWeights(readCorpus(content));
  const small: Model = { ...weights, domain, version, calibration: smallCalibration() };
  const measure = async (models: readonly Model[]) => {
    const figures = await measureMappingDev(data, models, release);
    if (figures === null) throw new Error("The texts to measure on are not there: npm run data.");
    return figures;
  };
  return {
    release: version,
    followed: await measure(await chooseModels(release, shippedModel(), async () => small)),
    small: await measure([small]),
  };
}

/** F1 by parents of each set, of the models that judge and of the small model alone. */
export function showReleases(all: readonly ReleaseFigures[]): string {
  const sets = ["reports", "passages", "paragraphs"] as const;
  const cells = (figures: MappingFigures) => sets.map((set) => percent(figures[set].f1)).join(" ");
  const head = sets.map((set) => set.slice(0, 6)).join(" ");
  return [
    "\nTexts that nothing was fitted on, by release: F1 of parents",
    `release | followed: ${head} | small alone: ${head}`,
    ...all.map(
      ({ release, followed, small }) =>
        `${release.padEnd(7)} |           ${cells(followed)} |              ${cells(small)}`,
    ),
  ].join("\n");
}
