import type { DetectionSketch } from "../languages/detection-sketch.ts";
import type { Validation } from "../languages/findings.ts";
import type { ReadHeader } from "../languages/read-header.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";

/** A rule that a file holds, valid, with all that is read of it. */
export interface RuleDraft {
  path: string;
  language: RuleLanguage;
  content: string;
  read: ReadHeader;
  validation: Validation;
  sketch: DetectionSketch | null;
}

/** Why a file, or one document of it, brings no rule. */
export interface NoRule {
  path: string;
  outcome: "failed" | "passed_over";
  message: string;
  line: number | null;
  /** Null where the file does not say. */
  title: string | null;
  known_as: string | null;
}

/** What is said of a rule that is not valid: its first error. */
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

/** A file, or a document, that brings no rule. */
export function noRule(path: string, outcome: NoRule["outcome"], message: string): NoRule {
  return { path, outcome, message, line: null, title: null, known_as: null };
}
