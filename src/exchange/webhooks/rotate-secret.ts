import { commit } from "../../platform/audit/commit.ts";
import { requireSecrets } from "./change-webhook.ts";
import type { WebhookDeps } from "./deps.ts";
import { sealSecrets } from "./opened-webhook.ts";
import { noSuchWebhook, requireWebhook } from "./read-webhook.ts";
import type { CreatedWebhook } from "./schema.ts";
import { newSecret } from "./signing.ts";
import { viewWebhook } from "./view-webhook.ts";
import { ROTATION_SECONDS } from "./vocabulary.ts";

/**
 * Rotates the secret of a webhook and returns the new one. The previous secret also signs for a day, so that the
 * receiver can be changed without losing an event.
 * @throws AppError `not_found`, `conflict`
 */
export async function rotateSecret(
  deps: WebhookDeps,
  actor: string,
  id: string,
): Promise<CreatedWebhook> {
  const before = await requireWebhook(deps, id);
  const { url, secret: previous } = await requireSecrets(deps, before);
  const secret = newSecret();
  const until = deps.now(ROTATION_SECONDS);
  const change = {
    sealed: await sealSecrets(deps, id, { url, secret, previous }),
    previous_until: until,
  };
  const isChanged = await commit(deps, {
    act: {
      actor,
      action: "webhook.rotate",
      object: ["webhook", id],
      details: { name: before.name, host: before.host, previous_secret_until: until },
    },
    when: deps.webhooks.isThere(id),
    parts: [deps.webhooks.change(id, change)],
  });
  if (!isChanged) throw noSuchWebhook();
  return { ...(await viewWebhook(deps, await requireWebhook(deps, id))), secret };
}
