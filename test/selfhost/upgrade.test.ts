import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";

const FOLDER = "migrations/workspace";
const NEW = "deletion_and_quotas";

/** A database with the migrations up to one, without it, and what applies the rest. */
function openBefore(name: string) {
  const database = new DatabaseSync(":memory:");
  database.exec("PRAGMA foreign_keys = ON");
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .sort();
  const at = files.findIndex((file) => file.includes(name));
  const apply = (list: string[]) => {
    database.exec("BEGIN");
    for (const file of list) {
      const text = readFileSync(join(FOLDER, file), "utf8");
      for (const statement of text.split("--> statement-breakpoint")) database.exec(statement);
    }
    database.exec("COMMIT");
  };
  apply(files.slice(0, at));
  return { database, upgrade: () => apply(files.slice(at)) };
}

const NOW = "2026-11-21T00:00:00.000Z";

describe("a data folder of before quotas and retention", () => {
  it("keeps what it has, and counts it", () => {
    const { database, upgrade } = openBefore(NEW);
    const run = (sql: string) => database.exec(sql);
    run(`INSERT INTO sessions (id, status, provider, model, domain, version, actor, chars_total,
      chars_analyzed, chunks, warnings, summary, apt_hints, apt_matches, rejected_techniques,
      technique_count, created_at, updated_at) VALUES ('s1', 'completed', 'provider_a', 'm', 'd',
      '1', 'a', 120, 120, 1, '[]', '', '[]', '[]', '[]', 0, '${NOW}', '${NOW}')`);
    for (const [id, value] of [
      ["o1", "kept.net"],
      ["o2", "tagged.net"],
      ["o3", "restored.net"],
    ]) {
      run(`INSERT INTO observables VALUES ('${id}', 'domain', '${value}', '${value}', 'extracted',
        50, '[]', '${NOW}', '${NOW}')`);
    }
    run(`INSERT INTO audit (id, actor, action, object_type, object_id, details, created_at)
      VALUES ('a1', 'ann', 'observable.update', 'observable', 'o2', '{}', '${NOW}')`);
    run(`INSERT INTO suppressions VALUES ('p1', 'domain', 'restored.net', 'restored.net',
      'benign_domain', '${NOW}', '${NOW}', '${NOW}', 'bob')`);
    run(`INSERT INTO enrichments VALUES ('e1', 'o1', 'rdap', 'domain kept.net', 'kept.net',
      'complete', 50, '{}', NULL, NULL, 1, 0, '${NOW}', '${NOW}')`);
    run(`INSERT INTO report_texts VALUES ('r1', 0, 'äb')`);
    upgrade();
    const all = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
    expect(all("SELECT id, observable_id, orphaned_at FROM enrichments")).toEqual([
      { id: "e1", observable_id: "o1", orphaned_at: null },
    ]);
    expect(all("SELECT id, confirmed_by FROM observables ORDER BY id")).toEqual([
      { id: "o1", confirmed_by: null },
      { id: "o2", confirmed_by: "ann" },
      { id: "o3", confirmed_by: "bob" },
    ]);
    const totals = new Map(all("SELECT name, n FROM totals").map(({ name, n }) => [name, n]));
    expect(totals.get("sessions")).toBe(1);
    expect(totals.get("observables")).toBe(3);
    expect(totals.get("stored_bytes")).toBe(123);
    run("DELETE FROM observables WHERE id = 'o1'");
    run("DELETE FROM sessions");
    expect(all("SELECT n FROM totals WHERE name = 'stored_bytes'")).toEqual([{ n: 3 }]);
    expect(all("SELECT kind, normalized_value FROM enrichments")).toEqual([
      { kind: "domain", normalized_value: "kept.net" },
    ]);
    run(`INSERT INTO observables (id, kind, value, normalized_value, origin, confidence, tags,
      first_seen_at, last_seen_at) VALUES ('o9', 'domain', 'kept.net', 'kept.net', 'extracted', 50,
      '[]', '${NOW}', '${NOW}')`);
    expect(all("SELECT observable_id, orphaned_at, kind FROM enrichments")).toEqual([
      { observable_id: "o9", orphaned_at: null, kind: null },
    ]);
  });
});
