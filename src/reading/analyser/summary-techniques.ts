import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { type Hedge, readEvidence } from "./evidence-words.ts";
import { compareText } from "../../platform/lib/text.ts";

/** What the summary needs of a technique. */
export interface SummarisedTechnique {
  attack_id: string;
  confidence: number;
  /** The words of the report that show it; how they hedge is how the summary does. */
  evidence?: string;
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
  /** As the evidence hedges; "possibly" where the evidence alone is weak. */
  hedge: Hedge | null;
  /** Whether the evidence says that somebody acts. */
  hasActor: boolean;
}

/** Below this the summary says `possibly`. */
const UNSURE = 0.6;

/** The techniques that the release knows, what a person confirmed first, then the surest. */
export function nameTechniques(
  techniques: readonly SummarisedTechnique[],
  release: ReleaseIndex,
): NamedTechnique[] {
  return techniques
    .flatMap(({ attack_id: printed, confidence, tactic, evidence = "", isConfirmed = false }) => {
      const known = release.techniques.get(release.replacements.get(printed) ?? printed);
      if (known === undefined) return [];
      const { attack_id, name, tactics } = known;
      const { hedge, hasActor } = readEvidence(evidence);
      const isWeak = confidence < UNSURE && !isConfirmed;
      return [
        {
          attack_id,
          name,
          tactic: tactic ?? tactics[0] ?? "",
          confidence,
          isConfirmed,
          hedge: hedge ?? (isWeak ? ("possibly" as const) : null),
          hasActor,
        },
      ];
    })
    .sort(
      (a, b) =>
        Number(b.isConfirmed) - Number(a.isConfirmed) ||
        b.confidence - a.confidence ||
        compareText(a.attack_id, b.attack_id),
    );
}

/** Whether it rests on weak evidence. */
export function isUnsure({ confidence, isConfirmed }: NamedTechnique): boolean {
  return confidence < UNSURE && !isConfirmed;
}
