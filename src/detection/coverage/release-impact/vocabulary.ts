/** The team's own objects that use techniques of a release. */
export const TOUCHED_KINDS = ["session", "layer", "rule"] as const;
export type TouchedKind = (typeof TOUCHED_KINDS)[number];

/** Changes of a technique between releases, most severe first; `moved` is to other tactics. */
export const TECHNIQUE_CHANGES = [
  "revoked",
  "deprecated",
  "removed",
  "renamed",
  "moved",
  "described",
] as const;
export type TechniqueChange = (typeof TECHNIQUE_CHANGES)[number];

/** Changes worth a review; nearly every technique has its description edited. */
export const NOTABLE_CHANGES: readonly TechniqueChange[] = TECHNIQUE_CHANGES.filter(
  (change) => change !== "described",
);

/** Maximum techniques listed for each session, layer and rule. */
export const MAX_NAMED = 20;
