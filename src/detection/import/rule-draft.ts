import type { DetectionSketch } from "../languages/detection-sketch.ts";
import type { Validation } from "../languages/findings.ts";
import type { ReadHeader } from "../languages/read-header.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";

/** A valid rule of a file, with everything that is derived from it. */
export interface RuleDraft {
  path: string;
  language: RuleLanguage;
  content: string;
  read: ReadHeader;
  validation: Validation;
  sketch: DetectionSketch | null;
}

/** The reason why a file or one of its documents contains no rule. */
export interface NoRule {
  path: string;
  outcome: "failed" | "passed_over";
  message: string;
  line: number | null;
  /** Null if the file has none. */
  title: string | null;
  known_as: string | null;
}

/** Describes an invalid rule by its first error. */
export function refused(path: string, { errors }: Validation, read: ReadHeader | null): NoRule {
  const [first, ...others] = errors;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return {
    path,
    outcome: "failed",
    message: `${first?.message ?? "It is no rule."}${more}`,
    line: first?.line ?? null,
    title: read?.title ?? null,
    known_as: read?.header.id ?? null,
  };
}

/** Describes a file or document without a rule. */
export function noRule(path: string, outcome: NoRule["outcome"], message: string): NoRule {
  return { path, outcome, message, line: null, title: null, known_as: null };
}
