import { DatabaseSync } from "node:sqlite";
import { startService, temporaryFolder } from "../../test/support/node/service.ts";
import { median, ms } from "./figures.ts";
import { RUNS, time } from "./measure.ts";
import { row } from "./report.ts";
import { workspaceFile } from "./workspace-file.ts";

const HELD = 5_000;
const GOAL_MS = 300;

/** Requests about the reports of two years, with their paths. */
const READS: readonly (readonly [what: string, path: string])[] = [
  ["techniques by week", "?of=techniques"],
  ["techniques by week over two years", "?since=2024-12-02&until=2026-11-22"],
  ["techniques by month, 200 of them", "?by=month&since=2024-12-01&until=2026-11-22&limit=200"],
  ["accepted techniques", "?review=accepted"],
  ["groups by month", "?of=groups&by=month"],
  ["vulnerabilities by month", "?of=vulnerabilities&by=month"],
  ["what is new", "/new"],
  ["the reports behind a technique", "/reports?of=techniques&id=T1059.001"],
];

/** Measures trends over 5,000 sessions, first while none of them is counted. */
export async function benchTrends(): Promise<void> {
  const folder = temporaryFolder();
  try {
    const first = await startService(folder.path);
    const ids = await listIds(first.url);
    await first.stop();
    fill(folder.path, ids);
    const service = await startService(folder.path);
    try {
      await countAll(service.url);
      for (const [what, path] of READS) await measure(service.url, what, path);
    } finally {
      await service.stop();
    }
  } finally {
    folder.remove();
  }
}

async function listIds(url: string): Promise<string[]> {
  const techniques = (await (await fetch(`${url}/api/attack/techniques`)).json()) as {
    attack_id: string;
  }[];
  return techniques.map(({ attack_id: id }) => id);
}

/** Repeats the request until all are counted, like a page right after an upgrade. */
async function countAll(url: string): Promise<void> {
  const times: number[] = [];
  const ask = async (): Promise<number> => {
    const answer = await fetch(`${url}/api/trends`);
    if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { pending: number }).pending;
  };
  // As many requests as would be needed if each counted only one.
  for (let request = 0; request < HELD; request += 1) {
    let pending = 0;
    times.push(
      await time(async () => {
        pending = await ask();
      }),
    );
    if (pending === 0) break;
  }
  const all = times.reduce((sum, one) => sum + one, 0);
  row(`trends while sessions are read, ${times.length} requests`, [
    ms(median(times)),
    ms(all, "all"),
  ]);
}

async function measure(url: string, what: string, path: string): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    times.push(
      await time(async () => {
        const answer = await fetch(`${url}/api/trends${path}`);
        if (!answer.ok) throw new Error(`${what}: HTTP ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      }),
    );
  }
  const [cold = 0, ...warm] = times;
  row(`trends ${what}`, [ms(median(warm)), ms(cold, "first")], `goal ${GOAL_MS} ms`);
}

/** Adds 5,000 sessions of 20 techniques, with as much text as in typical reports. */
function fill(folder: string, ids: readonly string[]): void {
  const db = new DatabaseSync(workspaceFile(folder));
  const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${HELD - 1})`;
  const mentions = '[{"text":"as it stands there","start":120,"end":138}]';
  const observables = JSON.stringify(
    Array.from({ length: 200 }, (_, at) => ({
      kind: "ipv4",
      value: `203.0.113.${at}`,
      count: 1,
      mentions: [],
      sentence: {
        text: "A sentence as long as those of reports are, more or less.",
        start: 0,
        end: 9,
      },
    })),
  );
  db.exec(`pragma synchronous = off; begin;`);
  db.prepare(
    `${numbers}
    insert into sessions (id, status, name, provider, model, domain, version, actor, chars_total,
      chars_analyzed, chunks, warnings, summary, apt_hints, rejected_techniques, entities,
      technique_count, created_at, updated_at)
    select printf('%08x-0000-7000-8000-%012x', i, i), 'completed', 'Report ' || i, 'provider_c', 'embedded',
      'enterprise-attack', '19.1', 'local', 20000, 20000, 1, '[]', '', '[]', '[]',
      json_object(
        'dates', json_array(json_object('date', date('2026-11-21', '-' || (i % 730) || ' days'), 'end', null,
          'role', 'published', 'count', 1, 'mentions', json(?1))),
        'groups', json_array(json_object('attack_id', printf('G%04d', i * 7 % 160), 'name', 'Group ' || i * 7 % 160,
          'count', 2, 'mentions', json(?1))),
        'software', json_array(json_object('attack_id', printf('S%04d', i * 11 % 700), 'name', 'Tool ' || i * 11 % 700,
          'type', 'malware', 'count', 2, 'mentions', json(?1))),
        'cves', json_array(json_object('id', printf('CVE-2025-%05d', i * 13 % 3000), 'count', 1, 'mentions', json(?1))),
        'observables', json(?2)),
      20, '2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'
    from n`,
  ).run(mentions, observables);
  db.prepare(
    `${numbers}, k(j) as (select 0 union all select j + 1 from k where j < 19)
    insert or ignore into session_techniques (session_id, attack_id, position, name, tactic, confidence,
      evidence, verified, review_status, features)
    select printf('%08x-0000-7000-8000-%012x', i, i),
      -- The square makes some of them frequent and most of them rare.
      json_extract(?1, '$[' || ((i * 31 + j * 97) % ${ids.length} * ((i * 17 + j * 53) % ${ids.length}) / ${ids.length}) || ']'), j,
      'A technique', 'execution', 0.8, 'What the report says of it, a sentence or two.', 1,
      iif((i + j) % 3 = 0, 'accepted', 'suggested'), ?2
    from n, k`,
  ).run(
    JSON.stringify(ids),
    JSON.stringify(Array.from({ length: 30 }, () => ({ feature: "word", weight: 1 }))),
  );
  db.exec(`commit; pragma wal_checkpoint(truncate);`);
  db.close();
}
