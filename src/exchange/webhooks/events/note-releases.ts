import type { Release } from "../../../knowledge/attack/release-store.ts";
import type { WebhookDeps } from "../deps.ts";

/** The list of releases that was noted last; an isolate answers the same one while none changes. */
const noted = new WeakSet<readonly Release[]>();

/**
 * Notes releases that were published since the last look. They are compared with a list, because no
 * transaction spans the knowledge base and the workspace.
 */
export async function noteReleases(
  deps: Pick<WebhookDeps, "published" | "webhookEvents">,
): Promise<void> {
  const releases = await deps.published.list();
  if (noted.has(releases)) return;
  await deps.webhookEvents.noteReleases(
    releases.map(({ domain, version, content_sha256: sha256, ingested_at, ...release }) => {
      const { technique_count, group_count, campaign_count } = release;
      const facts = { domain, version, technique_count, group_count, campaign_count };
      return { key: `${domain}-${version}-${sha256}`, facts, at: ingested_at ?? "" };
    }),
  );
  noted.add(releases);
}
