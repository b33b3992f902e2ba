import { sketchDetection } from "../languages/detection-sketch.ts";
import { readHeader } from "../languages/read-header.ts";
import { validateRule } from "../languages/validate-rule.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";
import { type NoRule, refused, type RuleDraft } from "./rule-draft.ts";

/** Reads the rule of a query with its header. */
export function readQuery(
  path: string,
  language: RuleLanguage,
  content: string,
  tactics: ReadonlySet<string>,
): RuleDraft | NoRule {
  const read = readHeader(language, content);
  const validation = validateRule(language, content, tactics);
  if (!validation.valid || read === null) return refused(path, validation, read);
  const sketch = sketchDetection(language, content);
  return { path, language, content, read, validation, sketch };
}
