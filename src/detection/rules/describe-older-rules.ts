import { writeUnrecorded } from "../../platform/audit/commit.ts";
import { readHeader } from "../languages/read-header.ts";
import { contentKeys } from "./rule-rows.ts";
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
