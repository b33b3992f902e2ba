import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { TechniqueExplanation } from "../recognition/found-technique.ts";
import type { WeighedWords } from "./evidence-clauses.ts";
import type { Hedge } from "./evidence-words.ts";
import { readEvidence } from "./read-evidence.ts";
import { compareText } from "../../platform/lib/text.ts";
import { FUNCTION_WORDS } from "../../text/language/function-words.ts";

/** What the summary needs of a technique. */
export interface SummarisedTechnique {
  attack_id: string;
  confidence: number;
  /** The words of the report that show it; how they hedge is how the summary does. */
  evidence?: string;
  /** Why the analyzer named it: what of the evidence speaks for it. */
  explanation?: Pick<TechniqueExplanation, "hit" | "features"> | undefined;
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
/** The weight of a word of a technique's name for a clause, next to the words that the model weighed. */
const OF_NAME = 0.1;
/** They are in every clause. */
const STOP_WORDS: ReadonlySet<string> = new Set(FUNCTION_WORDS.en);

/** The techniques that the release knows, what a person confirmed first, then the surest. */
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

/** What is printed speaks most; the words of the name are all there is where nothing is explained. */
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

/** Whether it rests on weak evidence. */
export function isUnsure({ confidence, isConfirmed }: NamedTechnique): boolean {
  return confidence < UNSURE && !isConfirmed;
}
