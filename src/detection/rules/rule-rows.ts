import { sha256 } from "../../platform/audit/digest.ts";
import { foldText } from "../../platform/lib/text.ts";
import { sketchDetection } from "../languages/detection-sketch.ts";
import type { SigmaSource } from "../catalogue/file-schema.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";
import { askedEvents } from "./asked-events.ts";
import type { Rule } from "./schema.ts";
import type { rules, ruleVersions } from "./tables.ts";

/** Converts a rule to the row of its version. */
export function toVersionRow(rule: Rule): typeof ruleVersions.$inferInsert {
  const { language: _language, state: _state, known_as: _known, ...version } = rule;
  return { ...version, search_text: foldText(`${version.techniques.join(" ")} ${version.title}`) };
}

/** Returns the columns that describe the latest version of a rule. */
export function latestOf(rule: Rule) {
  const { language, content, header } = rule;
  return toLatest(rule, contentKeys(language, content, header?.logsource ?? null));
}

/** Returns the columns derived from a content. */
export function contentKeys(
  language: RuleLanguage,
  content: string,
  logsource: SigmaSource | null,
  sketch = sketchDetection(language, content),
): ContentKeys {
  return {
    content_sha256: sha256(content),
    detection_sha256: sketch?.detection_sha256 ?? null,
    sketch: sketch?.sketch ?? null,
    event_ids: askedEvents(language, content, logsource),
  };
}

/** Columns of a rule's row derived from its content. */
export interface ContentKeys {
  content_sha256: string;
  detection_sha256: string | null;
  sketch: string | null;
  event_ids: number[];
}

/** Returns the columns of a rule that identify its latest version. */
function toLatest(
  { version, title, known_as, techniques, header, created_at }: Omit<Rule, "content">,
  keys: ContentKeys,
) {
  return {
    version,
    title,
    known_as,
    techniques,
    logsource: header?.logsource ?? null,
    level: header?.level ?? null,
    status: header?.status ?? null,
    updated_at: created_at,
    ...keys,
  };
}

/** Returns the row of a rule, with the id of its version. */
export function toRuleRow(
  rule: Rule,
  keys: ContentKeys,
): typeof rules.$inferInsert & { version_id: string } {
  const { rule_id: id, language, state, created_at, id: version_id } = rule;
  return { id, language, state, created_at, version_id, ...toLatest(rule, keys) };
}
