import { env } from "cloudflare:test";

/**
 * For tests that read nothing of the knowledge base (`beforeAll(markReady)`): a release without
 * content, so that the service is not starting any more. The audit trail has no entry of it.
 */
export async function markReady(): Promise<void> {
  await env.KNOWLEDGE_DB.prepare(
    `insert into releases (domain, version, version_rank, state, origin, content_sha256,
       technique_count, group_count, campaign_count, staged_at, ingested_at)
     values ('ics-attack', '0.1', 1, 'ready', 'bundle', '', 0, 0, 0, '2026-01-01T00:00:00Z',
       '2026-01-01T00:00:00Z')`,
  ).run();
}
