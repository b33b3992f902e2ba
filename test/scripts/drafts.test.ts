import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import {
  type PackedDetections,
  unpackDetections,
} from "../../src/knowledge/attack/detections/pack-detections.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { fromSeed, type Seed } from "../../src/knowledge/attack/seed.ts";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { checkDrafts } from "../support/check-drafts.ts";

const SEED_FILES = join(import.meta.dirname, "../../assets/seed", `${SEED.domain}-${SEED.version}`);

function readSeed(): ReleaseContent {
  const read = (ending: string) => readFileSync(`${SEED_FILES}.${ending}`, "utf8");
  const packed = JSON.parse(read("detections.json")) as PackedDetections;
  return {
    ...fromSeed(JSON.parse(read("json")) as Seed),
    detections: unpackDetections(packed),
  };
}

describe("every analytic of the shipped facts", () => {
  checkDrafts(() => Promise.resolve(readSeed()), null);
});
