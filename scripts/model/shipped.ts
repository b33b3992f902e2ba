import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { fromSeed, type Seed } from "../../src/knowledge/attack/seed.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import type { Calibration } from "../../src/reading/analyser/model/calibrate.ts";
import { decodeCalibration } from "../../src/reading/analyser/model/calibration-file.ts";
import { decodeModel, type Model } from "../../src/reading/analyser/model/model-file.ts";
import { indexOf } from "./read-bundle.ts";

const ASSETS = join(import.meta.dirname, "../../assets");
const NAME = `${SEED.domain}-${SEED.version}`;

/** The release whose plain facts the repository ships. */
export function shippedRelease(): ReleaseIndex {
  const seed = JSON.parse(readFileSync(join(ASSETS, "seed", `${NAME}.json`), "utf8")) as Seed;
  return indexOf(fromSeed(seed));
}

/** The trained model that the repository ships for that release. */
export function shippedModel(): Model {
  return decodeModel(new Uint8Array(readFileSync(join(ASSETS, "models", `${NAME}.bin`))));
}

/** The calibration of the small models that are built at ingest. */
export function smallCalibration(): Calibration {
  return decodeCalibration(
    new Uint8Array(readFileSync(join(ASSETS, "models", "small-calibration.bin"))),
  );
}
