/** What of ours names techniques of a release. */
export const TOUCHED_KINDS = ["session", "layer", "rule"] as const;
export type TouchedKind = (typeof TOUCHED_KINDS)[number];

/** What a release may change of a technique, gravest first; `moved` is to other tactics. */
export const TECHNIQUE_CHANGES = [
  "revoked",
  "deprecated",
  "removed",
  "renamed",
  "moved",
  "described",
] as const;
export type TechniqueChange = (typeof TECHNIQUE_CHANGES)[number];

/** Changes that call for a look; a description is edited for nearly every technique. */
export const NOTABLE_CHANGES: readonly TechniqueChange[] = TECHNIQUE_CHANGES.filter(
  (change) => change !== "described",
);

/** Techniques that are named with each session, layer and rule. */
export const MAX_NAMED = 20;
