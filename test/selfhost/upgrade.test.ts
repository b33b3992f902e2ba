import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameStanding } from "../../src/sharing/layers/look-up-techniques.ts";
import { NO_ENTITIES } from "../../src/reading/entities/schema.ts";
import {
  preparedFolder,
  type RunningService,
  startService,
  temporaryFolder,
} from "../support/node/service.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "data-folder");

type Answer = [path: string, status: number, body: string];

const answers = readFileSync(join(FIXTURE, "answers.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Answer);

const folder = temporaryFolder();
let service: RunningService;

beforeAll(async () => {
  const { status } = spawnSync("tar", ["-xzf", join(FIXTURE, "data.tgz"), "-C", folder.path]);
  if (status !== 0) throw new Error("The fixture could not be unpacked.");
  noteSync(folder.path);
  service = await startService(folder.path);
});

afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** A single one says where it came from, which lists do not. */
const COLLECTED_REPORT = /^\/api\/pipeline\/intake\/[\da-f-]{36}$/u;

describe("a data folder of an older version", () => {
  it.each(answers)("answers %s as it did", async (path, status, body) => {
    const response = await fetch(`${service.url}${path}`);
    const text = await response.text();
    expect(response.status).toBe(status);
    if (path.endsWith("/csv")) {
      const columns = body.split("\r\n").map((line) => (line === "" ? "" : `${line},`));
      const lines = text.split("\r\n");
      expect(lines).toHaveLength(columns.length);
      for (const [at, line] of columns.entries()) expect(lines[at]?.startsWith(line)).toBe(true);
    } else if (path.endsWith("/markdown")) {
      for (const fact of factsOf(body)) expect(text).toContain(fact);
    } else if (path.endsWith("/stix")) {
      // Relationships, and definitions of the extensions, came later.
      expect(objectsOf(parsed(text))).toEqual(expect.arrayContaining(objectsOf(parsed(body))));
    } else if (isReadAnew(path)) {
      const now = new Map(recordsOf(text).map((record) => [record["id"], record]));
      for (const record of recordsOf(body)) {
        // A text is weighed anew, and was there before the values that were found in it.
        const { confidence: _weighed, first_seen_at: seen, ...rest } = record;
        const found = now.get(record["id"]);
        expect(found).toMatchObject(rest);
        if (typeof seen === "string") {
          expect(Date.parse(found?.["first_seen_at"] as string)).toBeLessThanOrEqual(
            Date.parse(seen),
          );
        }
      }
    } else if (path.startsWith("/api/pipeline/rules")) {
      // What rules say of themselves is read by and by.
      expect(parsed(text)).toMatchObject(withLaterFields(parsed(body)) as object);
    } else if (COLLECTED_REPORT.test(path)) {
      const report = withLaterFields(parsed(body)) as object;
      expect(parsed(text)).toEqual({ ...report, arrivals: [] });
    } else expect(parsed(text)).toEqual(withLaterFields(parsed(body)));
  });

  it("has an audit trail that verifies, and goes on", async () => {
    const verify = async () =>
      (await (await fetch(`${service.url}/api/pipeline/audit/verify`)).json()) as {
        valid: boolean;
        rows: number;
      };
    const before = await verify();
    expect(before).toMatchObject({ valid: true, rows: 27 });
    const created = await fetch(`${service.url}/api/layers`, {
      method: "POST",
      body: JSON.stringify({ name: "After the upgrade", technique_ids: ["T1059"] }),
    });
    expect(created.status).toBe(201);
    expect(await verify()).toMatchObject({ valid: true, rows: 28 });
  });
});

describe("a data folder of a later version", () => {
  it("is refused, and opens again in that version", async () => {
    const later = preparedFolder();
    await (await startService(later.path)).stop();
    withWorkspace(later.path, (db) =>
      db.exec("insert into d1_migrations (name) values ('9999_later.sql')"),
    );
    await expect(startService(later.path)).rejects.toThrow(
      /written by a newer version of Tradecraft \(9999_later\.sql\)\. Use that version or a later one/,
    );
    withWorkspace(later.path, (db) =>
      db.exec("delete from d1_migrations where name = '9999_later.sql'"),
    );
    expect(await (await startService(later.path)).stop()).toBe(0);
    later.remove();
  }, 60_000);
});

/** Says that today's sync was queued, which would leave an entry in the trail after 03:00 UTC. */
function noteSync(dataDir: string): void {
  const now = new Date().toISOString();
  withWorkspace(dataDir, (db) =>
    db
      .prepare(
        `insert into jobs (id, kind, actor, payload, progress, dedupe_key, state, attempts,
           run_after, created_at, updated_at, finished_at)
         values ('today', 'check_and_sync', 'test', '{}', '{}', 'today', 'done', 1, ?, ?, ?, ?)`,
      )
      .run(now, now, now, now),
  );
}

/** Runs something on the workspace database of a folder that no service uses. */
function withWorkspace(dataDir: string, change: (db: DatabaseSync) => void): void {
  for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".sqlite")) continue;
    const db = new DatabaseSync(join(dataDir, name));
    const isWorkspace = db.prepare("select 1 from sqlite_master where name = 'jobs'").get();
    if (isWorkspace !== undefined) change(db);
    db.close();
  }
}

/** Whether the texts that it is made of are read anew after an upgrade: none of it is lost then. */
function isReadAnew(path: string): boolean {
  return /^\/api\/(?:pipeline\/(?:observables|suppressions)|jobs)\b/.test(path);
}

/** What a list, an export by lines or a single answer holds. */
function recordsOf(text: string): Record<string, unknown>[] {
  const value = parsed(text);
  return (Array.isArray(value) ? value : [value]) as Record<string, unknown>[];
}

/** An answer of that time with the fields that came since, as data from before them has them. */
function withLaterFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLaterFields);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Record<string, unknown>;
  const inner = Object.entries(fields).map(([name, field]) => [name, withLaterFields(field)]);
  return { ...Object.fromEntries(inner), ...laterFieldsOf(fields) };
}

function laterFieldsOf(fields: Record<string, unknown>): object {
  const { session_id: id, name, filename } = fields;
  if ("session_id" in fields && "provider" in fields) {
    const title = name ?? filename ?? `Analysis ${String(id).slice(-12)}`;
    const ofWhole =
      "coverage" in fields
        ? {
            language: null,
            source_url: null,
            set_aside: [],
            candidates: [],
            entities: NO_ENTITIES,
            document_kind: null,
            usage: null,
            ...leadsOf(fields),
          }
        : { etag: expect.any(String) };
    const asked = { mode: "balanced", min_confidence: null };
    const review = { assignee: null, review_state: "draft", signed_by: null, signed_at: null };
    const marks = { tags: [], tlp: null, tlp_in_text: null, note: "" };
    return { title, ...marks, ...review, ...asked, ...ofWhole };
  }
  if ("analysis_status" in fields && "session_id" in fields) {
    // The one analysis of a collected report found one technique.
    const techniques = id === null ? [] : ["T1566"];
    const why = { worth: 0, groups: [], software: [], cves: [], techniques: [] };
    return { techniques, why, duplicates: 0, decided_by: null, decided_at: null };
  }
  if ("consecutive_failures" in fields) return { reports: 0, filters: {}, has_credentials: false };
  if ("trigger" in fields && "items_seen" in fields) return { import_ids: [] };
  if ("tactic_changes" in fields) return { description_changes: [] };
  if ("items_created" in fields && "observables_known" in fields) {
    const title = fields["kind"] === "stix" ? "An imported report" : "An event";
    return { outcomes: null, filename: null, source_id: null, run_id: null, title };
  }
  if ("pointer" in fields && "report_id" in fields) return { rule: null };
  if ("validation" in fields && "technique_id" in fields) {
    return { state: "draft", techniques: [fields["technique_id"]], test_run: null };
  }
  if ("unknown_technique_ids" in fields) {
    // Ids of ATT&CK are named by now, where they were unknown.
    const standing = nameStanding(fields as unknown as Parameters<typeof nameStanding>[0]);
    const isWhole = "technique_ids" in fields;
    return { ...standing, migrated_at: null, ...(isWhole && { migration: null, annotations: [] }) };
  }
  if ("replaced_by" in fields && "subtechniques" in fields) return { successors: [] };
  if ("runners_up" in fields) return { nearest_procedure: null, hinted_by: [] };
  if (!("evidence_start" in fields)) return {};
  const { evidence: text, evidence_start: start, evidence_end: end } = fields;
  return {
    origin: "analysis",
    found_as: null,
    note: "",
    changed_by: null,
    changed_at: null,
    passages: start === null ? [] : [{ text, start, end }],
    warnings: [],
    judgement: null,
  };
}

/** Leads are computed at each read, none for one or two techniques; the matches are what they were. */
function leadsOf({ version, techniques }: Record<string, unknown>): object {
  return {
    named_groups: [],
    apt_matches_mode: "jaccard",
    apt_matches_version: version,
    apt_matches_reason: null,
    leads: [],
    leads_reason: noLeads((techniques as unknown[]).length),
    software_hints: [],
    cve_hints: [],
  };
}

function noLeads(count: number): string {
  const which = count === 1 ? "one technique" : `${count} techniques`;
  return `The session has ${which}; fewer than 5 do not tell one group from another.`;
}

/** What an older Markdown report tells, whatever its form: title, session, techniques with evidence, leads. */
function factsOf(markdown: string): string[] {
  const [title = ""] = markdown.split("\n", 1);
  const session = /^\| Session \| .+ \|$/m.exec(markdown)?.[0] ?? "";
  const rows = [...markdown.matchAll(/^\| (\[T.+?\)) \| (.+?) \|.* \| (.+) \|$/gm)];
  const techniques = rows.flatMap(([, id = "", name = "", evidence = ""]) => [
    `${id} ${name}`,
    `> ${evidence}`,
  ]);
  return [title, session, ...techniques, noLeads(rows.length)];
}

/**
 * The objects of an older bundle by their ids, with what they still say. Its indicators are no longer
 * among them: nobody confirmed them, so that they are observables now.
 */
function objectsOf(bundle: unknown): object[] {
  const { objects } = bundle as { objects: Record<string, unknown>[] };
  return objects.map(({ type, id, value, pattern, name, content, published, created }) => {
    const isObservable = ["indicator", "domain-name", "ipv4-addr", "file", "url"].includes(
      String(type),
    );
    if (!isObservable) return { type, id, name, content, published, created };
    const named = /= '(.+)'\]$/.exec(String(pattern))?.[1] ?? value;
    return { observable: named };
  });
}

/** JSON, lines of JSON, or text. */
function parsed(text: string): unknown {
  for (const read of [() => [text], () => text.trimEnd().split("\n")]) {
    try {
      const values = read().map((part) => JSON.parse(part) as unknown);
      return values.length === 1 ? values[0] : values;
    } catch {
      // It is of another form.
    }
  }
  return text;
}
