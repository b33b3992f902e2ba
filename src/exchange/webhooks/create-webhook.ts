import { commit } from "../../platform/audit/commit.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { WebhookDeps } from "./deps.ts";
import { sealSecrets } from "./opened-webhook.ts";
import { requireReceiverUrl } from "./receiver-url.ts";
import type { CreatedWebhook, NewWebhook } from "./schema.ts";
import { newSecret } from "./signing.ts";
import type { Webhook } from "./store.ts";
import { viewWebhook } from "./view-webhook.ts";
import { MAX_WEBHOOKS } from "./vocabulary.ts";

/**
 * Adds a receiver of events. The response contains the signing secret, which cannot be read again.
 * @throws AppError `validation_error` for a URL that the egress policy forbids, `quota_exceeded`
 */
export async function createWebhook(
  deps: WebhookDeps,
  actor: string,
  { url: given, ...fields }: NewWebhook,
): Promise<CreatedWebhook> {
  const url = requireReceiverUrl(deps, given);
  const id = deps.newId();
  const secret = newSecret();
  const now = deps.now();
  const webhook: Webhook = {
    id,
    ...fields,
    disabled_reason: null,
    host: url.host,
    sealed: await sealSecrets(deps, id, { url: url.href, secret, previous: null }),
    previous_until: null,
    failing_since: null,
    created_at: now,
    updated_at: now,
  };
  const isCreated = await commit(deps, {
    act: {
      actor,
      action: "webhook.create",
      object: ["webhook", id],
      details: { ...fields, host: url.host },
    },
    when: deps.webhooks.hasFewerThan(MAX_WEBHOOKS),
    parts: [deps.webhooks.create(webhook)],
  });
  if (isCreated) return { ...(await viewWebhook(deps, webhook)), secret };
  throw new AppError(
    "quota_exceeded",
    `There can be at most ${MAX_WEBHOOKS} webhooks; delete one that is no longer used.`,
  );
}
