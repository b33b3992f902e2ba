import { env } from "cloudflare:test";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import {
  isSearch,
  matching,
  type ObservableFilter,
} from "../../../src/pipeline/observables/filter-store.ts";
import { observables } from "../../../src/pipeline/observables/tables.ts";
import {
  exportObservables,
  exportPlain,
} from "../../../src/pipeline/observables/export-observables.ts";
import { markReady } from "../../support/ready.ts";
import { countedContext } from "../../support/statements.ts";

beforeAll(markReady);

const NOW = "2026-11-23T00:00:00.000Z";
const ID = "00000000-0000-7000-8000-000000000001";

/** How SQLite goes about it, in its own words. */
async function planOf(filter: ObservableFilter): Promise<string> {
  const where = matching(filter, NOW, isSearch(filter) ? "search" : "time");
  const { sql, params } = drizzle(env.WORKSPACE_DB)
    .select({ id: observables.id })
    .from(observables)
    .where(where)
    .toSQL();
  const { results } = await env.WORKSPACE_DB.prepare(`explain query plan ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail).join("\n");
}

describe("a filter of observables", () => {
  it.each<[string, ObservableFilter, RegExp]>([
    ["kind", { kind: ["domain"] }, /observables_by_kind|observables_by_value/],
    ["several kinds", { kind: ["domain", "url"] }, /observables_by_kind|observables_by_value/],
    ["role", { role: ["victim"] }, /observables_by_role/],
    ["origin", { origin: "manual" }, /observables_by_hand/],
    ["tag", { tag: "x" }, /observables_tagged/],
    ["active", { active: true }, /observables_by_expiry/],
    ["expired", { active: false }, /observables_by_expiry/],
    ["beginning", { q: "evil" }, /observables_by_prefix[^]*observables_by_search_key/],
    ["value", { value: "evil.example.com" }, /observables_by_prefix/],
    ["value and kind", { value: "evil.example.com", kind: ["domain"] }, /observables_by_prefix/],
    ["network", { q: "10.0.0.0/8" }, /observables_by_address/],
    ["network and kind", { q: "10.0.0.0/8", kind: ["ipv4"] }, /observables_by_address/],
    ["session", { sources: [{ type: "session", id: ID }] }, /observable_sources_by_source/],
    ["last seen", { last_seen_since: NOW }, /observables_by_date/],
  ])("by %s goes by its index", async (_what, filter, index) => {
    const plan = await planOf(filter);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/SCAN observables$/m);
  });
});

describe("an export", () => {
  const STORED = 12_000;

  it.each([
    ["with mentions", exportObservables, 6],
    ["without mentions", exportPlain, 2],
  ])("%s reads each observable once, however many steps it takes", async (_what, walk, most) => {
    await env.WORKSPACE_DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${STORED})
       insert or ignore into observables
         (id, kind, value, normalized_value, origin, role, confidence, tags, first_seen_at, last_seen_at)
       select printf('%08x-0000-7000-8000-%012x', i, i), 'domain', 'h' || i || '.com', 'h' || i || '.com', 'extracted',
         'indicator', 50, '[]', '${NOW}', '${NOW}' from n`,
    ).run();
    const { context, count } = countedContext();
    let found = 0;
    const filter = { role: ["indicator", "mentioned"], active: true } satisfies ObservableFilter;
    for await (const { id } of walk(context, filter)) found += id === "" ? 0 : 1;
    expect(found).toBe(STORED);
    expect(count.rowsRead).toBeLessThan(most * STORED);
  });
});
