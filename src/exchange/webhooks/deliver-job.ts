import { z } from "zod";
import type { JobDefinition, JobOutcome } from "../../platform/jobs/job-definition.ts";
import type { Delivery } from "./delivery-store.ts";
import type { WebhookDeps } from "./deps.ts";
import { disableWebhook } from "./disable-webhook.ts";
import { openSecrets } from "./opened-webhook.ts";
import { type Attempt, sendDelivery } from "./send-delivery.ts";
import type { Webhook } from "./store.ts";
import { FAILING_SECONDS, RETRY_SECONDS } from "./vocabulary.ts";

const payloadSchema = z.object({ delivery_id: z.string() });

const DONE: JobOutcome = { progress: {}, act: null };
const GONE = 410;

/** Sends a delivery until it succeeds or its attempts are exhausted, with a separate run for each attempt. */
export const deliverJob: JobDefinition<WebhookDeps, z.output<typeof payloadSchema>> = {
  payload: payloadSchema,
  run: async (deps, { payload }) => await deliver(deps, payload.delivery_id),
  giveUp: async (deps, _job, { delivery_id: id }, reason) => void (await end(deps, id, reason)),
};

async function deliver(deps: WebhookDeps, id: string): Promise<JobOutcome> {
  const delivery = await deps.webhookDeliveries.find(id);
  if (delivery?.state !== "pending") return DONE;
  const webhook = await deps.webhooks.find(delivery.webhook_id);
  if (webhook === null) return DONE;
  if (!webhook.enabled) return await end(deps, id, "The webhook is disabled.");
  const secrets = await openSecrets(deps, webhook);
  if (secrets === null) {
    const reason =
      "The key that its URL is encrypted with is not known any more; delete the webhook and create it again.";
    await disableWebhook(deps, webhook, reason);
    return await end(deps, id, reason);
  }
  const attempt = await sendDelivery(deps, webhook, secrets, delivery);
  return await settle(deps, webhook, delivery, attempt);
}

async function settle(
  deps: WebhookDeps,
  webhook: Webhook,
  delivery: Delivery,
  { error, status, retryAfter }: Attempt,
): Promise<JobOutcome> {
  const { id } = delivery;
  const attempts = delivery.attempts + 1;
  const attempted = { attempts, last_attempt_at: deps.now(), status_code: status, error };
  if (error === null) {
    const ended = { ...attempted, state: "delivered" as const, next_attempt_at: null };
    await deps.webhookDeliveries.note(id, ended);
    if (webhook.failing_since !== null) await deps.webhooks.noteFailing(webhook.id, null);
    return DONE;
  }
  const giveUpReason = whyDisable(deps, webhook, error, status);
  if (giveUpReason !== null) await disableWebhook(deps, webhook, giveUpReason);
  else if (webhook.failing_since === null) await deps.webhooks.noteFailing(webhook.id, deps.now());
  const pause = giveUpReason === null ? RETRY_SECONDS[attempts - 1] : undefined;
  if (pause === undefined) {
    await deps.webhookDeliveries.note(id, { ...attempted, state: "dead", next_attempt_at: null });
    return DONE;
  }
  const afterSeconds = Math.max(pause, retryAfter ?? 0);
  await deps.webhookDeliveries.note(id, { ...attempted, next_attempt_at: deps.now(afterSeconds) });
  return { ...DONE, resumes: true, afterSeconds };
}

/** Returns why a failure disables a receiver, or null if it may recover. */
function whyDisable(
  deps: WebhookDeps,
  { failing_since: since }: Webhook,
  error: string,
  status: number | null,
): string | null {
  if (status === GONE) return "The receiver answered HTTP 410: it wants no more events.";
  if (since === null || since > deps.now(-FAILING_SECONDS)) return null;
  return `Every attempt since ${since} failed. The last one: ${error}`;
}

async function end(deps: WebhookDeps, id: string, error: string): Promise<JobOutcome> {
  await deps.webhookDeliveries.note(id, { state: "dead", next_attempt_at: null, error });
  return DONE;
}
