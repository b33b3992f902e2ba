import { laneOf } from "../../platform/jobs/lane-of.ts";
import type { NewJob } from "../../platform/jobs/store.ts";
import type { Runtime } from "../../platform/lib/runtime.ts";
import type { Delivery } from "./delivery-store.ts";
import type { Announcement } from "./events/announcement.ts";
import { toBody } from "./shapes/to-body.ts";
import type { Webhook } from "./store.ts";

/** Creates the delivery of a message to a webhook. */
export function newDelivery(
  deps: Pick<Runtime, "now" | "newId">,
  { id: webhookId, shape, include_restricted: includesRestricted }: Webhook,
  announced: Announcement,
): Delivery {
  const message = includesRestricted ? announced.message : announced.withheld;
  const now = deps.now();
  return {
    id: deps.newId(),
    webhook_id: webhookId,
    message_id: announced.id,
    event_type: announced.type,
    body: toBody(shape, announced, message),
    state: "pending",
    attempts: 0,
    next_attempt_at: now,
    last_attempt_at: null,
    status_code: null,
    error: null,
    created_at: now,
  };
}

/** Returns the job of a delivery, in the lane of its receiver. */
export function jobOf({ id }: Pick<Delivery, "id">, jobId: string, host: string): NewJob {
  return {
    id: jobId,
    kind: "deliver_webhook",
    actor: "service",
    payload: { delivery_id: id },
    progress: {},
    dedupe_key: `webhook:${id}`,
    lane: laneOf(`https://${host}`),
  };
}
