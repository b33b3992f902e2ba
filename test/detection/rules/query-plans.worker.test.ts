import { env } from "cloudflare:test";
import { drizzle } from "drizzle-orm/d1";
import { desc } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { matchingRules, type RuleFilter } from "../../../src/detection/rules/filter-store.ts";
import { rules } from "../../../src/detection/rules/tables.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

/** How SQLite goes about it, in its own words. */
async function planOf(filter: RuleFilter): Promise<string> {
  const { sql, params } = drizzle(env.WORKSPACE_DB)
    .select({ id: rules.id })
    .from(rules)
    .where(matchingRules(filter))
    .orderBy(desc(rules.updated_at), desc(rules.id))
    .limit(200)
    .toSQL();
  const { results } = await env.WORKSPACE_DB.prepare(`explain query plan ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail).join("\n");
}

describe("a list of rules", () => {
  it.each<[string, RuleFilter, RegExp]>([
    ["all", {}, /rules_by_change/],
    ["a level", { level: "high" }, /rules_by_change/],
    ["a technique", { technique_id: "T1059", include: "subtechniques" }, /rules_by_change/],
    ["a state", { state: "enabled" }, /rules_by_state/],
    ["a state and a product", { state: "draft", product: "windows" }, /rules_by_state/],
  ])("of %s is read in its order by an index", async (_what, filter, index) => {
    const plan = await planOf(filter);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/TEMP B-TREE/);
  });

  it("finds those that are known by id or content without reading all", async () => {
    const { results } = await env.WORKSPACE_DB.prepare(
      `explain query plan select 1 from rules k where k.language = 'sigma' and k.known_as = 'x'
        union all select 1 from rules k where k.known_as is null and k.content_sha256 = 'x'
        union all select 1 from rules k where k.known_as is null and k.content_sha256 is null`,
    ).all<{ detail: string }>();
    const plan = results.map(({ detail }) => detail).join("\n");
    expect(plan).toMatch(/rules_by_known_id[^]*rules_by_content[^]*rules_by_content/);
    expect(plan).not.toMatch(/SCAN k/);
  });
});
