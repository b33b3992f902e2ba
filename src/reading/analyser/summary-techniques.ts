import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";

/** What the summary needs of a technique. */
export interface SummarisedTechnique {
  attack_id: string;
  confidence: number;
  /** Where somebody decided of it; the release tells of others. */
  tactic?: string;
  /** Whether a person confirmed it. */
  isConfirmed?: boolean;
}

/** A technique as the summary names it. */
export interface NamedTechnique {
  attack_id: string;
  name: string;
  tactic: string;
  confidence: number;
  isConfirmed: boolean;
}

/** Below this the summary says `possibly`. */
const UNSURE = 0.6;

/** The techniques that the release knows, what a person confirmed first, then the surest. */
export function nameTechniques(
  techniques: readonly SummarisedTechnique[],
  release: ReleaseIndex,
): NamedTechnique[] {
  return techniques
    .flatMap(({ attack_id: printed, confidence, tactic, isConfirmed = false }) => {
      const known = release.techniques.get(release.replacements.get(printed) ?? printed);
      if (known === undefined) return [];
      const { attack_id, name, tactics } = known;
      return [{ attack_id, name, tactic: tactic ?? tactics[0] ?? "", confidence, isConfirmed }];
    })
    .sort(
      (a, b) =>
        Number(b.isConfirmed) - Number(a.isConfirmed) ||
        b.confidence - a.confidence ||
        compareText(a.attack_id, b.attack_id),
    );
}

/** Whether the summary hedges it. */
export function isUnsure({ confidence, isConfirmed }: NamedTechnique): boolean {
  return confidence < UNSURE && !isConfirmed;
}
