import { commit } from "../../platform/audit/commit.ts";
import { describeChanges } from "../../platform/audit/describe-changes.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { WebhookDeps } from "./deps.ts";
import { openSecrets, sealSecrets, type WebhookSecrets } from "./opened-webhook.ts";
import { noSuchWebhook, requireWebhook } from "./read-webhook.ts";
import { requireReceiverUrl } from "./receiver-url.ts";
import type { WebhookChange, WebhookView } from "./schema.ts";
import type { Webhook } from "./store.ts";
import { viewWebhook } from "./view-webhook.ts";

/**
 * Changes a webhook; unchanged values have no effect. The audit trail shows only the host of a URL.
 * @throws AppError `not_found`, `validation_error`; `conflict` if its URL cannot be decrypted
 */
export async function changeWebhook(
  deps: WebhookDeps,
  actor: string,
  id: string,
  { url, ...given }: WebhookChange,
): Promise<WebhookView> {
  const before = await requireWebhook(deps, id);
  const moved = url === undefined ? {} : await moveTo(deps, before, url);
  const wanted = { ...withoutAbsent(given), ...("host" in moved && { host: moved.host }) };
  const described = describeChanges<Partial<Webhook>>(before, wanted);
  const isMoved = "sealed" in moved;
  if (described.changed.length === 0 && !isMoved) return await viewWebhook(deps, before);
  const changed = isMoved ? [...new Set([...described.changed, "url"])] : described.changed;
  const isChanged = await commit(deps, {
    act: {
      actor,
      action: "webhook.update",
      object: ["webhook", id],
      details: { name: before.name, ...described, changed },
    },
    when: deps.webhooks.isThere(id),
    parts: [
      deps.webhooks.change(id, {
        ...wanted,
        ...moved,
        ...(wanted.enabled !== undefined && { disabled_reason: null, failing_since: null }),
      }),
    ],
  });
  if (!isChanged) throw noSuchWebhook();
  return await viewWebhook(deps, await requireWebhook(deps, id));
}

/** Returns the changes that a new URL requires, or none if it is unchanged. */
async function moveTo(
  deps: WebhookDeps,
  before: Webhook,
  given: string,
): Promise<Partial<Pick<Webhook, "host" | "sealed">>> {
  const { href, host } = requireReceiverUrl(deps, given);
  const secrets = await requireSecrets(deps, before);
  if (secrets.url === href) return {};
  return { host, sealed: await sealSecrets(deps, before.id, { ...secrets, url: href }) };
}

/** @throws AppError `conflict` if the key is no longer available */
export async function requireSecrets(deps: WebhookDeps, webhook: Webhook): Promise<WebhookSecrets> {
  const secrets = await openSecrets(deps, webhook);
  if (secrets !== null) return secrets;
  throw new AppError(
    "conflict",
    "The key that its URL is encrypted with is not known any more; delete the webhook and create it again.",
  );
}

function withoutAbsent(given: Omit<WebhookChange, "url">): Partial<Webhook> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
