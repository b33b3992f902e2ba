import { writeUnrecorded } from "../../platform/audit/commit.ts";
import { readHeader } from "../languages/read-header.ts";
import { contentKeys } from "./rule-rows.ts";
import type { RuleDeps } from "./deps.ts";

/** Number of rules per housekeeping run. */
const ROUND = 100;

/**
 * Reads the metadata of rules saved before it was stored, in batches, so that imports and lists find them. Their titles
 * and techniques remain unchanged.
 */
export async function describeOlderRules(deps: RuleDeps): Promise<void> {
  const older = await deps.ruleImports.listUndescribed(ROUND);
  if (older.length === 0) return;
  const taken = new Set<string>();
  const described = older.map(({ rule_id, version, language, content, logsource }) => {
    const header = readHeader(language, content)?.header ?? null;
    const key = `${language} ${header?.id}`;
    const known_as = header?.id === null || taken.has(key) ? null : (header?.id ?? null);
    taken.add(key);
    return {
      rule_id,
      version,
      language,
      known_as,
      header,
      ...contentKeys(language, content, logsource ?? header?.logsource ?? null),
    };
  });
  await writeUnrecorded(deps, "outcome", [deps.ruleImports.describe(described)], []);
}
