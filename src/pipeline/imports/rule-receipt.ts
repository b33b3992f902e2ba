/** A rule with the same or almost the same detection as another one. */
export interface NearDuplicate {
  /** ID of a stored rule, or null for a new one of the same import. */
  rule_id: string | null;
  /** Path of a rule of the same import, or null for one that existed before. */
  path: string | null;
  known_as: string | null;
  title: string;
  /** The share of common parts, 0 to 1. It is also 1 if the detection is the same. */
  similarity: number;
}

/** Details in a rule's receipt, in addition to its path and outcome. */
export interface RuleReceipt {
  rule_id: string | null;
  title: string | null;
  techniques: string[];
  /** IDs of techniques that no current release has. The rule retains these tags. */
  unknown_techniques: string[];
  /** What an update changed: title, level, status, techniques, detection... */
  changed: string[];
  /** Line of the fault in the file, from 1, or null if it has no position. */
  line: number | null;
  near_duplicates: NearDuplicate[];
  /** Result of the samples of an updated rule, if some fail or were not run. */
  samples: string | null;
}
