import type { Room } from "../../platform/room.ts";
import { deliverJob } from "./deliver-job.ts";
import type { WebhookDeps } from "./deps.ts";
import { announceEvents, announceQuietly } from "./events/announce-events.ts";
import { resealAll } from "./opened-webhook.ts";
import { mountWebhooks } from "./routes.ts";
import { KEPT_SECONDS, MAX_KEPT } from "./vocabulary.ts";

/** Webhooks: events that the service sends to other tools. */
export const webhooksRoom: Room<WebhookDeps> = {
  routes: mountWebhooks,
  jobs: { deliver_webhook: deliverJob },
  afterChange: announceQuietly,
  housekeeping: async (deps) => {
    await resealAll(deps);
    await announceEvents(deps);
    await deps.webhookDeliveries.removeEnded(deps.now(-KEPT_SECONDS), MAX_KEPT);
  },
};
