import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { TechniqueExplanation } from "../recognition/found-technique.ts";
import type { WeighedWords } from "./evidence-clauses.ts";
import type { Hedge } from "./evidence-words.ts";
import { readEvidence } from "./read-evidence.ts";
import { compareText } from "../../platform/lib/text.ts";
import { FUNCTION_WORDS } from "../../text/language/function-words.ts";

/** Technique fields that the summary uses. */
export interface SummarisedTechnique {
  attack_id: string;
  confidence: number;
  /** The report's words that show the technique. The summary hedges like they do. */
  evidence?: string;
  /** Why the analyzer reported it, including the supporting features of the evidence. */
  explanation?: Pick<TechniqueExplanation, "hit" | "features"> | undefined;
  /** Set if a person chose the tactic. Otherwise the release defines the tactics. */
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
  /** Hedge of the evidence. "possibly" if the evidence alone is weak. */
  hedge: Hedge | null;
  /** Whether the evidence has an actor. */
  hasActor: boolean;
}

/** Below this confidence, the summary says `possibly`. */
const UNSURE = 0.6;
/** Weight of a word of the technique's name when choosing a clause, compared with words weighted by the model. */
const OF_NAME = 0.1;
/** Words that occur in every clause. */
const STOP_WORDS: ReadonlySet<string> = new Set(FUNCTION_WORDS.en);

/** Returns the techniques known to the release, confirmed ones first, then by confidence. */
export function nameTechniques(
  techniques: readonly SummarisedTechnique[],
  release: ReleaseIndex,
): NamedTechnique[] {
  return techniques
    .flatMap((technique) => {
      const { attack_id: printed, confidence, tactic } = technique;
      const { evidence = "", isConfirmed = false, explanation } = technique;
      const known = release.techniques.get(release.replacements.get(printed) ?? printed);
      if (known === undefined) return [];
      const { attack_id, name, tactics } = known;
      const { hedge, hasActor } = readEvidence(evidence, speakingFor(name, explanation));
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

/** Returns the supporting words. Printed text weighs most. Without an explanation, only the words of the name count. */
function speakingFor(
  name: string,
  explanation: SummarisedTechnique["explanation"],
): WeighedWords[] {
  const { hit = null, features = [] } = explanation ?? {};
  return [
    ...(hit === null ? [] : [{ words: hit.text, share: 1 }]),
    ...features,
    ...name
      .split(" ")
      .filter((word) => !STOP_WORDS.has(word.toLowerCase()))
      .map((words) => ({ words, share: OF_NAME })),
  ];
}

/** Returns whether a technique rests on weak evidence. */
export function isUnsure({ confidence, isConfirmed }: NamedTechnique): boolean {
  return confidence < UNSURE && !isConfirmed;
}
