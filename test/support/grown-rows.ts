const AT = "strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i, 'unixepoch')";
const TECHNIQUES = `json_array('T1059.00' || (1 + i % 8), 'T10' || (10 + i % 80))`;

/** What there may be much of. */
export type Grown = "intake" | "sessions" | "rules";

/** The statements that add rows, made of the numbers `i` of `n`. */
const ROWS: Record<Grown, readonly string[]> = {
  intake: [
    `insert into intake_reports (id, title, url, publisher, summary, status, technique_ids, group_ids,
       analyst_notes, created_at, updated_at, url_key, title_key, search_text)
     select printf('%08x-0000-7000-8000-%012x', i, i), 'Report ' || i || ' of growth',
       'https://blog-' || (i % 500) || '.example.net/' || i, 'Blog ' || (i % 500),
       'An intrusion at victim ' || (i * 7919 % 1000003) || ', with tools of the usual kind.',
       case i % 10 when 0 then 'promoted' when 1 then 'reviewing' when 2 then 'pending' else 'rejected' end,
       ${TECHNIQUES}, iif(i % 7 = 0, '["G0016"]', '[]'), '', ${AT}, ${AT},
       'blog-' || (i % 500) || '.example.net/' || i, 'report ' || i || ' of growth',
       'report ' || i || ' of growth blog ' || (i % 500) || ' https://blog-' || (i % 500) || '.example.net/' || i ||
       ' an intrusion at victim ' || (i * 7919 % 1000003) || ', with tools of the usual kind.' from n`,
  ],
  sessions: [
    `insert into sessions (id, status, name, search_text, provider, model, domain, version, actor, review_state,
       chars_total, chars_analyzed, chunks, warnings, summary, apt_hints, rejected_techniques, technique_count,
       created_at, updated_at)
     select printf('00000000-0000-7000-8000-%012x', i), 'completed', 'Session ' || i,
       'session ' || i || ' of victim ' || (i * 7919 % 1000003), 'provider_a', 'embedded', 'enterprise-attack',
       '19.1', 'local', iif(i % 10 = 0, 'in_review', 'draft'), 1000, 1000, 1, '[]', 'A summary of ' || i, '[]',
       '[]', 2, ${AT}, ${AT} from n`,
    `insert into session_techniques (session_id, attack_id, position, name, tactic, confidence, evidence, verified,
       review_status)
     select printf('00000000-0000-7000-8000-%012x', i), t.value, t.key, 'A technique', 'execution', 0.9, 'They ran it.',
       1, 'suggested' from n, json_each(${TECHNIQUES}) t`,
  ],
  rules: [
    `insert into rules (id, language, created_at, state, known_as, title, techniques, logsource, event_ids, level,
       status, content_sha256, updated_at)
     select printf('%08x-0000-4000-8000-%012x', i, i), 'sigma', ${AT}, iif(i % 10 = 0, 'enabled', 'draft'),
       printf('%08x-0000-4000-8000-%012x', i, i), 'Rule ' || i, ${TECHNIQUES},
       '{"product":"windows","category":"process_creation"}', '[]', 'high', 'stable', printf('%064x', i), ${AT} from n`,
    `insert into rule_versions (id, rule_id, version, title, techniques, domain, release, content, validation,
       search_text, created_by, created_at)
     select printf('%08x-0000-4000-9000-%012x', i, i), printf('%08x-0000-4000-8000-%012x', i, i), 1, 'Rule ' || i,
       ${TECHNIQUES}, 'enterprise-attack', '19.1',
       'title: Rule ' || i || char(10) || 'detection: {s: {Image: tool-' || i || '.exe}, condition: s}',
       '{"valid":true,"findings":[]}', 'rule ' || i || ' t1059.00' || (1 + i % 8), 'local', ${AT} from n`,
  ],
};

/** The statements that add the rows of the numbers from one to before another. */
export function addRows(of: Grown, from: number, to: number): string[] {
  const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})`;
  return ROWS[of].map((statement) => `${numbers} ${statement}`);
}
