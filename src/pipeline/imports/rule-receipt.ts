/** A rule that detects the same as another one, or nearly the same. */
export interface NearDuplicate {
  /** Of a rule that is stored; null for one of the same import that is new. */
  rule_id: string | null;
  /** Of a rule of the same import; null for one that was there before. */
  path: string | null;
  known_as: string | null;
  title: string;
  /** The share of parts that both have, 0 to 1; 1 also where the detection is the same. */
  similarity: number;
}

/** What the receipt of a rule says of it, beside its path and its outcome. */
export interface RuleReceipt {
  rule_id: string | null;
  title: string | null;
  techniques: string[];
  /** Ids of techniques that no current release has; the tags are kept with the rule. */
  unknown_techniques: string[];
  /** What an update changed: title, level, status, techniques, detection... */
  changed: string[];
  /** Of the fault, in the file, from 1; null where it has no place. */
  line: number | null;
  near_duplicates: NearDuplicate[];
  /** How the samples of an updated rule came out, where some fail or were not run. */
  samples: string | null;
}
