import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { COLLECTION_CRON, START_CRON } from "../../../src/crons.ts";
import type { OpenApiDocument, Operation, Parameter } from "../../../src/openapi/document.ts";
import { type Recorded, RecordedWorker } from "../../support/recorded-queries.ts";
import { form, ingestAsShipped, requestJson } from "../../support/service.ts";

const OF_THE_TEAM = "made by people, some hundreds at most";
const ONE_ROW = "one row";
const REMOVED = "rows are removed when their time is over";

/** Tables that stay small, and why; all others grow as long as the service is used. */
const SMALL: Record<string, string> = {
  totals: "a row for each thing that is counted",
  workspace_mark: ONE_ROW,
  taxii_state: ONE_ROW,
  releases: "a row for each release of ATT&CK",
  upstream_bundles: "a row for each release of ATT&CK",
  coverage_snapshots: "a row for each day and domain",
  sources: OF_THE_TEAM,
  webhooks: OF_THE_TEAM,
  warning_lists: OF_THE_TEAM,
  api_tokens: OF_THE_TEAM,
  coverage_tests: OF_THE_TEAM,
  webhook_deliveries: REMOVED,
  enrichment_queries: REMOVED,
  rate_counts: REMOVED,
};

/** Indexes of few rows, which are gone through. */
const OF_FEW: Record<string, string> = {
  runs_under_way: "one for each source at most",
  enrichments_orphaned: "until retention ends",
  taxii_sessions_stale: "until the ledger is written",
  rules_undescribed: "until housekeeping read them",
};

const BY_PART = "finds a part of a text, by which nothing is sorted";
const ROW_BY_ROW = "no index, since each would cost a row written for every one that comes in";
const COUNTED = "the page goes by an index; only how many there are in all is counted";
const ALL = "all rules together are what is asked for";

/** What goes through a whole table nevertheless, and why. */
const WHOLE: Record<string, string> = {
  "GET /api/pipeline/intake?q: counts intake_reports": BY_PART,
  "GET /api/pipeline/intake?names: counts intake_reports": ROW_BY_ROW,
  "GET /api/pipeline/intake?has: counts intake_reports": COUNTED,
  "GET /api/pipeline/observables?origin: counts observables": COUNTED,
  "GET /api/pipeline/observables?min_confidence: counts observables": COUNTED,
  "GET /api/pipeline/observables?tag: counts observables": COUNTED,
  "GET /api/pipeline/observables?first_seen_since: counts observables": ROW_BY_ROW,
  "GET /api/pipeline/observables?first_seen_until: counts observables": ROW_BY_ROW,
  "GET /api/pipeline/observables?min_reports: counts observables": COUNTED,
  "GET /api/pipeline/observables?sort: observables": ROW_BY_ROW,
  "GET /api/pipeline/suppressions: counts suppressions": COUNTED,
  "GET /api/pipeline/suppressions?q: counts suppressions": BY_PART,
  "GET /api/pipeline/suppressions?rule: counts suppressions": COUNTED,
  "GET /api/pipeline/suppressions?restored: counts suppressions": COUNTED,
  "GET /api/pipeline/runs: counts runs": COUNTED,
  "GET /api/pipeline/imports: counts imports": COUNTED,
  "GET /api/pipeline/rules?level: counts rules": COUNTED,
  "GET /api/pipeline/rules?status: counts rules": COUNTED,
  "GET /api/pipeline/rules?technique_id: counts rules": COUNTED,
  "GET /api/pipeline/rules?product: counts rules": COUNTED,
  "GET /api/pipeline/rules?language: counts rules": COUNTED,
  "GET /api/pipeline/rules?q: counts rules": BY_PART,
  "GET /api/coverage/navigator: rules": ALL,
  "GET /api/evidence/techniques: rules": ALL,
  "GET /api/jobs: counts jobs": COUNTED,
  "GET /api/jobs?kind: counts jobs": COUNTED,
  "GET /api/pipeline/audit: counts audit": COUNTED,
  "GET /api/pipeline/audit?object_id: counts audit": COUNTED,
};

const worker = new RecordedWorker();
/** What there is one of, by the names of parameters. */
const made: Record<string, string> = {};

async function make(path: string, body: object | FormData, id = "id"): Promise<string> {
  const sent = body instanceof FormData ? body : JSON.stringify(body);
  const answer = await worker.send(path, { method: "POST", body: sent });
  return String((await answer.json<Record<string, unknown>>())[id]);
}

beforeAll(async () => {
  await ingestAsShipped();
  const analyze = async (text: string) =>
    await make("/api/analyze", form({ text }).body as FormData, "session_id");
  const first = await analyze("They used T1566.");
  // The second time all but the session is a duplicate.
  for (let time = 0; time < 2; time += 1) {
    made["session_id"] = await analyze("APT29 used T1059.001 and evil-1.xyz, CVE-2021-26855.");
    const report = await make("/api/pipeline/intake", { title: "A report of growth" });
    made["report_id"] ??= report;
    const value = { kind: "domain", value: "evil-2.xyz" };
    const observable = await make("/api/pipeline/observables", value);
    made["observable_id"] ??= observable;
    const rule = { title: "A rule", technique_id: "T1059.001", language: "sigma" };
    made["rule_id"] = await make("/api/pipeline/rules/generate", rule, "rule_id");
    const id = "report--30000000-0000-4000-8000-000000000001";
    const bundle = { type: "bundle", objects: [{ type: "report", id, name: "Of growth" }] };
    made["import_id"] = await make("/api/pipeline/import/stix", bundle, "import_id");
    const dossier = { name: "D", session_ids: [first, made["session_id"]] };
    made["dossier_id"] = await make("/api/dossiers", dossier, "dossier_id");
    const layer = { name: "L", technique_ids: ["T1059"] };
    made["layer_id"] = await make("/api/layers", layer, "layer_id");
    const source = { url: "https://feed.unit.invalid/rss", enabled: false };
    const sourceId = await make("/api/pipeline/sources", source);
    made["source_id"] ??= sourceId;
  }
});

/** Every value that a parameter may have, or one. */
function valuesOf({ name, example, schema }: Parameter): string[] {
  if (made[name] !== undefined) return [made[name]];
  const all = schema?.enum ?? schema?.items?.enum ?? [];
  return [...all, example ?? schema?.example ?? schema?.default]
    .filter((value) => value !== undefined)
    .map(String);
}

/** Every list and every read of one thing, with each of its parameters. */
async function readAll(template: string, { parameters = [] }: Operation): Promise<void> {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const described = parameters.find((parameter) => parameter.name === name);
    return described === undefined ? name : (valuesOf(described)[0] ?? name);
  });
  const queries = parameters.filter((parameter) => parameter.in === "query");
  const needed = queries
    .filter(({ required }) => required === true)
    .map((parameter) => [parameter.name, valuesOf(parameter)[0] ?? ""] as const);
  const read = async (query: Record<string, string>, asked: string) =>
    await worker.send(`${path}?${new URLSearchParams(query).toString()}`, {}, asked);
  await read(Object.fromEntries(needed), template);
  for (const parameter of queries) {
    for (const value of valuesOf(parameter)) {
      const given = { ...Object.fromEntries(needed), [parameter.name]: value };
      await read(given, `${template}?${parameter.name}`);
    }
  }
}

interface Step {
  parent: number;
  detail: string;
}

/** What SQLite does for a statement, step by step. */
async function planOf({ sql, params, database }: Recorded): Promise<Step[]> {
  const explained = database.prepare(`explain query plan ${sql}`).bind(...params);
  return (await explained.all<Step>()).results;
}

/** The names in a statement by which a plan may call its tables. */
function aliasesOf(sql: string): Map<string, string> {
  const named = sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi);
  return new Map([...named].map(([, table = "", alias = table]) => [alias, table]));
}

/**
 * The tables that a statement goes through from end to end, or whose rows it counts so. What reads a page of one, in an order that the
 * table or an index has, ends where the page does.
 */
function scansOf({ sql }: Recorded, plan: readonly Step[], tables: ReadonlySet<string>): string[] {
  const aliases = aliasesOf(sql);
  const isSorted = plan.some(({ detail }) => detail === "USE TEMP B-TREE FOR ORDER BY");
  const hasPage = / order by [^]* limit /.test(sql) && !isSorted;
  return plan.flatMap(({ parent, detail }) => {
    const [, name = "", index = ""] =
      /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
    const table = tables.has(name) ? name : (aliases.get(name) ?? "");
    const isShort = (hasPage && parent === 0) || index in OF_FEW || table in SMALL;
    if (!tables.has(table) || isShort) return [];
    return [parent === 0 ? table : `counts ${table}`];
  });
}

it("no statement goes through a table that grows, but for a reason", async () => {
  const { paths } = (await requestJson<OpenApiDocument>("/openapi.json")).body;
  for (const [template, { get }] of Object.entries(paths)) {
    // Streams of events do not end.
    if (get !== undefined && !/stream|events/.test(template)) await readAll(template, get);
  }
  for (const cron of [START_CRON, COLLECTION_CRON]) await worker.tick(cron);
  expect(worker.queries.size).toBeGreaterThan(300);
  const tables = new Set<string>();
  for (const database of [env.KNOWLEDGE_DB, env.WORKSPACE_DB]) {
    const named = "select name from sqlite_schema where type = 'table'";
    const { results } = await database.prepare(named).all<{ name: string }>();
    for (const { name } of results) tables.add(name);
  }
  const found = new Set<string>();
  for (const query of worker.queries.values()) {
    const scans = scansOf(query, await planOf(query), tables);
    for (const table of scans) found.add(`${query.asked}: ${table}`);
  }
  expect([...found].sort()).toEqual(Object.keys(WHOLE).sort());
});
