import { DatabaseSync } from "node:sqlite";

/** Which observables to add, by number, and how many of them each session mentions. */
interface Added {
  from: number;
  to: number;
  bySession: number;
}

/** Their times are spread over this many numbers. */
const CYCLE = 1_000_000;

/** Adds observables of all kinds, roles and ages to a workspace, as after many years of use. */
export function fillObservables(file: string, { from, to, bySession }: Added): void {
  const db = new DatabaseSync(file);
  const seen = `1700000000 + (i * 7919 % ${CYCLE}) * 90`;
  db.exec(`
    pragma synchronous = off;
    pragma cache_size = -400000;
    begin;
    with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1}),
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
      '2025-01-01T00:00:00.000Z', strftime('%Y-%m-%dT%H:%M:%fZ', ${seen}, 'unixepoch'),
      iif(kind in ('ipv4', 'url', 'domain'), strftime('%Y-%m-%dT%H:%M:%fZ', ${seen} + 7776000, 'unixepoch'), null),
      case kind when 'domain' then iif(i % 20 < 10, 'com', 'xyz') || '.evil-' || (i % 1000) || '.host-' || i
        when 'url' then 'xyz.evil-' || (i % 1000) || '.host-' || i when 'email' then 'org.mail-' || (i % 500) end,
      case kind when 'ipv4' then '00000000000000000000ffff0a' || printf('%02x%02x%02x', i / 65536 % 256, i / 256 % 256, i % 256) end
    from w;
    insert into observable_sources (kind, normalized_value, source_type, source_id)
      select kind, normalized_value, 'session', printf('00000000-0000-7000-8000-%012x', rowid / ${bySession})
      from observables where rowid > coalesce((select max(rowid) from observables), 0) - changes();
    commit;
    pragma wal_checkpoint(truncate);`);
  db.close();
}
