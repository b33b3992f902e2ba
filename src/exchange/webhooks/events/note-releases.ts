import type { Release } from "../../../knowledge/attack/release-store.ts";
import type { WebhookDeps } from "../deps.ts";

/** The last recorded list of releases; an isolate returns the same list until one changes. */
const noted = new WeakSet<readonly Release[]>();

/**
 * Records releases published since the last check. They are compared with a list, because no transaction spans the
 * knowledge base and the workspace.
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
