import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { addRows } from "../../support/grown-rows.ts";
import { markReady } from "../../support/ready.ts";
import { RecordedWorker } from "../../support/recorded-queries.ts";

const [LITTLE, MUCH] = [1_000, 20_000];
const worker = new RecordedWorker();

const OBSERVABLES = (from: number, to: number) => `
  with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})
  insert into observables (id, kind, value, normalized_value, origin, confidence, tags, first_seen_at, last_seen_at)
  select printf('%08x-0000-7000-8000-%012x', i, i), 'domain', 'host-' || i || '.com', 'host-' || i || '.com',
    'extracted', 50, '[]', '2026-01-01T00:00:00.000Z', printf('2026-01-01T00:00:00.%06dZ', i) from n`;

async function fill(from: number, to: number): Promise<void> {
  const statements = [
    ...(["intake", "sessions", "rules"] as const).flatMap((of) => addRows(of, from, to)),
    OBSERVABLES(from, to),
  ];
  await env.WORKSPACE_DB.batch(statements.map((sql) => env.WORKSPACE_DB.prepare(sql)));
}

/** Paths, and bodies of those that are posted. */
const REQUESTS: [path: string, body?: (run: number) => object][] = [
  ["/api/pipeline/intake?limit=50"],
  ["/api/pipeline/intake?offset=900&limit=50"],
  ["/api/pipeline/intake?status=pending&limit=50"],
  ["/api/pipeline/intake?status=pending&sort=worth&limit=50"],
  ["/api/pipeline/intake?sort=worth&limit=50"],
  ["/api/pipeline/intake/counts"],
  ["/api/pipeline/intake?import_id=00000000-0000-7000-8000-000000000001"],
  ["/api/pipeline/intake?analysis_status=failed"],
  ["/api/pipeline/intake", () => ({ title: "Report 7 of growth" })],
  ["/api/pipeline/intake", (run) => ({ title: `A new report ${run}` })],
  ["/api/pipeline/observables?limit=50"],
  ["/api/pipeline/observables?offset=900&limit=50"],
  ["/api/pipeline/observables?q=host-77.com"],
  ["/api/pipeline/observables", () => ({ kind: "domain", value: "host-7.com" })],
  ["/api/pipeline/observables", (run) => ({ kind: "domain", value: `new-${run}.com` })],
  ["/api/analyze/sessions?limit=50"],
  ["/api/analyze/sessions?offset=900&limit=50"],
  ["/api/pipeline/rules?limit=50"],
  ["/api/pipeline/rules?offset=900&limit=50"],
  ["/api/jobs"],
  ["/api/pipeline/audit?actor=nobody"],
];

/** The rows that each request reads. */
async function rowsRead(run: number): Promise<Record<string, number>> {
  const read: Record<string, number> = {};
  for (const [at, [path, body]] of REQUESTS.entries()) {
    worker.rowsRead = 0;
    const posted = body && { method: "POST", body: JSON.stringify(body(run)) };
    await worker.send(path, posted);
    read[`${at} ${path}`] = worker.rowsRead;
  }
  return read;
}

beforeAll(markReady);

it("lists, searches and new entries read as many rows of much as of little", async () => {
  await fill(0, LITTLE);
  await rowsRead(0);
  const little = await rowsRead(1);
  await fill(LITTLE, MUCH);
  await rowsRead(2);
  const much = await rowsRead(3);
  for (const [name, rows] of Object.entries(much)) {
    expect([name, rows <= 1.2 * (little[name] ?? 0) + 2]).toEqual([name, true]);
  }
});
