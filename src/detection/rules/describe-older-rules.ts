import { writeUnrecorded } from "../../platform/audit/commit.ts";
import { sha256 } from "../../platform/audit/digest.ts";
import { sketchDetection } from "../languages/detection-sketch.ts";
import { readHeader } from "../languages/read-header.ts";
import type { RuleDeps } from "./deps.ts";

/** Rules of one round of housekeeping. */
const ROUND = 100;

/**
 * Reads what rules say of themselves that were saved before it was kept, some at a time, so that
 * imports know them and the lists find them. Their titles and techniques stay.
 */
export async function describeOlderRules(deps: RuleDeps): Promise<void> {
  const older = await deps.ruleImports.listUndescribed(ROUND);
  if (older.length === 0) return;
  const taken = new Set<string>();
  const described = older.map(({ rule_id, version, language, content }) => {
    const header = readHeader(language, content)?.header ?? null;
    const sketch = sketchDetection(language, content);
    const key = `${language} ${header?.id}`;
    const known_as = header?.id === null || taken.has(key) ? null : (header?.id ?? null);
    taken.add(key);
    return {
      rule_id,
      version,
      language,
      known_as,
      header,
      content_sha256: sha256(content),
      detection_sha256: sketch?.detection_sha256 ?? null,
      sketch: sketch?.sketch ?? null,
    };
  });
  await writeUnrecorded(deps, "outcome", [deps.ruleImports.describe(described)], []);
}
