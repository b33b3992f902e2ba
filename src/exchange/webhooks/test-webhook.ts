import { commit } from "../../platform/audit/commit.ts";
import { enqueueMessage } from "../../platform/jobs/enqueue-message.ts";
import type { WebhookDeps } from "./deps.ts";
import { type Message, messageId, pageUrl } from "./events/announcement.ts";
import { jobOf, newDelivery } from "./new-delivery.ts";
import { isDisabled, requireWebhook } from "./read-webhook.ts";
import type { DeliveryView } from "./schema.ts";
import { viewDelivery } from "./view-webhook.ts";
import { TEST_EVENT } from "./vocabulary.ts";

/** Queues a test event for one webhook. @throws AppError `not_found`; `conflict` if it is disabled */
export async function testWebhook(
  deps: WebhookDeps,
  actor: string,
  id: string,
): Promise<DeliveryView> {
  const webhook = await requireWebhook(deps, id);
  const { name, host } = webhook;
  const url = pageUrl(deps, "/admin/webhooks");
  const message: Message = {
    data: { webhook_id: id, name, url },
    title: `Test of the webhook ${name}`,
    lines: ["Events will look like this."],
    url,
  };
  const delivery = newDelivery(deps, webhook, {
    id: messageId(deps.newId().replaceAll("-", "")),
    type: TEST_EVENT,
    at: deps.now(),
    event_ids: [],
    message,
    withheld: message,
  });
  const isQueued = await commit(deps, {
    act: { actor, action: "webhook.test", object: ["webhook", id], details: { name, host } },
    when: deps.webhooks.isThere(id, true),
    parts: [
      deps.webhookDeliveries.add([delivery]),
      deps.jobs.enqueue(jobOf(delivery, delivery.id, host)),
    ],
  });
  if (!isQueued) throw isDisabled();
  await enqueueMessage(deps, delivery.id);
  return viewDelivery(delivery);
}
