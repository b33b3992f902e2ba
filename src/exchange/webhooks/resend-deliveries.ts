import { type SQL, sql } from "drizzle-orm";
import { commit } from "../../platform/audit/commit.ts";
import { enqueueMessage } from "../../platform/jobs/enqueue-message.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { WebhookDeps } from "./deps.ts";
import { jobOf } from "./new-delivery.ts";
import { isDisabled, requireWebhook } from "./read-webhook.ts";
import type { DeliveryView } from "./schema.ts";
import type { Webhook } from "./store.ts";
import { viewDelivery } from "./view-webhook.ts";
import { MAX_KEPT } from "./vocabulary.ts";

/**
 * Resends a finished delivery with the same id and body and all attempts.
 * @throws AppError `not_found`; `conflict` if the webhook is disabled; `invalid_transition` if it is pending
 */
export async function resendDelivery(
  deps: WebhookDeps,
  actor: string,
  webhookId: string,
  id: string,
): Promise<DeliveryView> {
  const webhook = await requireWebhook(deps, webhookId);
  const found = await deps.webhookDeliveries.find(id);
  if (found?.webhook_id !== webhookId) {
    throw new AppError("not_found", "The webhook has no delivery with this id.");
  }
  const hasEnded = deps.webhookDeliveries.isThere(sql`${id}`, ["delivered", "dead"]);
  if (!(await renew(deps, actor, webhook, [id], hasEnded))) {
    const { enabled } = await requireWebhook(deps, webhookId);
    if (!enabled) throw isDisabled();
    throw new AppError("invalid_transition", "The delivery is pending; it is sent anyway.");
  }
  const delivery = await deps.webhookDeliveries.find(id);
  return viewDelivery(delivery ?? found);
}

/** Resends all dead deliveries of a webhook and returns their number. @throws AppError `not_found`, `conflict` */
export async function resendDead(
  deps: WebhookDeps,
  actor: string,
  webhookId: string,
): Promise<number> {
  const webhook = await requireWebhook(deps, webhookId);
  if (!webhook.enabled) throw isDisabled();
  const ids = await deps.webhookDeliveries.listDead(webhookId, MAX_KEPT);
  if (ids.length === 0) return 0;
  if (!(await renew(deps, actor, webhook, ids, sql`true`))) throw isDisabled();
  return ids.length;
}

async function renew(
  deps: WebhookDeps,
  actor: string,
  { id: webhookId, name, host }: Webhook,
  ids: readonly string[],
  when: SQL,
): Promise<boolean> {
  const jobs = ids.map((id) => jobOf({ id }, deps.newId(), host));
  const [one] = ids;
  const what = ids.length === 1 ? { delivery_id: one } : { deliveries: ids.length };
  const isRenewed = await commit(deps, {
    act: {
      actor,
      action: "webhook.resend",
      object: ["webhook", webhookId],
      details: { name, host, ...what },
    },
    when: sql`${deps.webhooks.isThere(webhookId, true)} and ${when}`,
    parts: [deps.webhookDeliveries.renew(ids), deps.jobs.enqueue(...jobs)],
  });
  if (!isRenewed) return false;
  for (const id of await deps.jobs.listRunnable(deps.now())) await enqueueMessage(deps, id);
  return true;
}
