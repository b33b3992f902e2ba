import { DatabaseSync } from "node:sqlite";
import { startService, temporaryFolder } from "../../test/support/node/service.ts";
import { median, ms } from "./figures.ts";
import { RUNS, time } from "./measure.ts";
import { row } from "./report.ts";
import { workspaceFile } from "./workspace-file.ts";

const HELD = 1_000_000;
const GOAL_MS = 50;

/** What is asked of a million observables, and the path. */
const READS: readonly (readonly [what: string, query: string])[] = [
  ["the newest", ""],
  ["in most reports", "sort=reports"],
  ["in fewest reports", "sort=reports&order=asc"],
  ["of one kind in most reports", "kind=ipv4&sort=reports"],
  ["of one kind", "kind=ipv4"],
  ["of a rare kind", "kind=sha512"],
  ["of a rare role", "role=victim"],
  ["of a common role", "role=indicator"],
  ["entered by hand", "origin=manual"],
  ["with a tag", "tag=campaign"],
  ["that are active", "active=true"],
  ["that have expired", "active=false"],
  ["of one session", "session_id=00000000-0000-7000-8000-000000000001"],
  ["one value", "q=host-777763.evil-763.com"],
  ["what begins with it, a few", "q=host-77776"],
  ["what begins with it, a tenth", "q=1"],
  ["what lies below a domain", "q=evil-763.com"],
  ["what lies below a suffix, a fifth", "q=com"],
  ["what nobody has", "q=nothing-like-it"],
  ["a network of 256 addresses", "q=10.7.7.0/24"],
  ["a network of 65,536 addresses", "q=10.7.0.0/16"],
  ["a network of all addresses of ours", "q=10.0.0.0/8"],
  ["a network and a kind", "q=10.7.0.0/16&kind=ipv4&role=indicator"],
];

/** How long lists, searches and look-ups of a network take among a million observables. */
export async function benchObservables(): Promise<void> {
  const folder = temporaryFolder();
  try {
    const first = await startService(folder.path);
    await first.stop();
    fill(folder.path);
    const service = await startService(folder.path);
    try {
      for (const [what, query] of READS) await measure(service.url, what, query);
    } finally {
      await service.stop();
    }
  } finally {
    folder.remove();
  }
}

async function measure(url: string, what: string, query: string): Promise<void> {
  const times: number[] = [];
  let total = "";
  for (let run = 0; run <= RUNS; run += 1) {
    // Each is another request, so that no kept answer is measured.
    const path = `${url}/api/pipeline/observables?${query}&limit=${50 + run}`;
    times.push(
      await time(async () => {
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${what}: HTTP ${answer.status}`);
        await answer.arrayBuffer();
        total = answer.headers.get("X-Total-Count") ?? "";
      }),
    );
  }
  const [cold = 0, ...warm] = times;
  row(`observables ${what}, ${total}`, [ms(median(warm)), ms(cold, "first")], `goal ${GOAL_MS} ms`);
}

/** A million of them, in all kinds, roles and ages, as a service of many years would hold. */
function fill(folder: string): void {
  const db = new DatabaseSync(workspaceFile(folder));
  db.exec(`
    pragma synchronous = off;
    begin;
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${HELD - 1}),
    v as (select i, case i % 10
        when 0 then 'ipv4' when 1 then 'ipv4' when 2 then 'domain' when 3 then 'domain' when 4 then 'domain'
        when 5 then 'sha256' when 6 then 'sha1' when 7 then 'md5' when 8 then 'url'
        else iif(i % 1000 = 9, 'sha512', 'email') end as kind from n),
    w as (select i, kind, case kind
        when 'ipv4' then '10.' || (i / 65536 % 256) || '.' || (i / 256 % 256) || '.' || (i % 256)
        when 'domain' then 'host-' || i || '.evil-' || (i % 1000) || iif(i % 20 < 10, '.com', '.xyz')
        when 'url' then 'https://host-' || i || '.evil-' || (i % 1000) || '.xyz/gate/' || i
        when 'email' then 'box-' || i || '@mail-' || (i % 500) || '.org'
        else printf('%08x%056x', i * 7919 % 4294967296, i) end as value from v)
    insert or ignore into observables (id, kind, value, normalized_value, origin, role, confidence, tags,
      first_seen_at, last_seen_at, expires_at, search_key, address_key)
    select printf('%08x-0000-7000-8000-%012x', i, i), kind, value, value,
      iif(i % 1000 = 1, 'manual', 'extracted'),
      iif(i % 2000 = 3, 'victim', iif(i % 3 = 0, 'mentioned', 'indicator')), 30 + i % 60,
      iif(i % 5000 = 4, '["campaign"]', '[]'),
      '2025-01-01T00:00:00.000Z', strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + (i * 7919 % ${HELD}) * 90, 'unixepoch'),
      iif(kind in ('ipv4', 'url', 'domain'), strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + (i * 7919 % ${HELD}) * 90 + 7776000, 'unixepoch'), null),
      case kind when 'domain' then iif(i % 20 < 10, 'com', 'xyz') || '.evil-' || (i % 1000) || '.host-' || i
        when 'url' then 'xyz.evil-' || (i % 1000) || '.host-' || i when 'email' then 'org.mail-' || (i % 500) end,
      case kind when 'ipv4' then '00000000000000000000ffff0a' || printf('%02x%02x%02x', i / 65536 % 256, i / 256 % 256, i % 256) end
    from w;
    insert into observable_sources (kind, normalized_value, source_type, source_id)
      select kind, normalized_value, 'session', printf('00000000-0000-7000-8000-%012x', rowid / 200)
      from observables;
    commit;
    pragma wal_checkpoint(truncate);`);
  db.close();
}
