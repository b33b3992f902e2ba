import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { Contradiction } from "../recognition/contradictions.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import type { FoundTechnique } from "../recognition/found-technique.ts";
import {
  contradictPlatform,
  findForeignPlatforms,
  isOfWindowsAlone,
} from "../recognition/platforms.ts";

/** Confidence of a technique that the words next to it, or the whole text, contradict. */
const CONTRADICTED = 0.6;

/** Adds to each row the warnings that an analyst should check. A row with warnings is never certain. */
export function warnRows(
  rows: readonly FoundTechnique[],
  contradictions: readonly Contradiction[],
  text: string,
  mentions: readonly TechniqueMention[],
  release: ReleaseIndex,
): FoundTechnique[] {
  const isDoubtful = rows.some(({ attack_id }) => isOfWindowsAlone(attack_id, release));
  const platforms = isDoubtful ? findForeignPlatforms(text, mentions) : [];
  return rows.map((row) => {
    const own = contradictions
      .filter(({ attack_id }) => attack_id === row.attack_id)
      .map(({ warning }) => warning);
    const foreign = contradictPlatform(row, platforms, release);
    const warnings = [...new Set([...own, ...(foreign === null ? [] : [foreign])])];
    if (warnings.length === 0) return row;
    return { ...row, warnings, confidence: Math.min(row.confidence, CONTRADICTED) };
  });
}
