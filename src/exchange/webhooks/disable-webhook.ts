import { commit } from "../../platform/audit/commit.ts";
import type { WebhookDeps } from "./deps.ts";
import type { Webhook } from "./store.ts";

/** Disables a webhook on behalf of the service, with the reason. */
export async function disableWebhook(
  deps: WebhookDeps,
  { id, name, host }: Webhook,
  reason: string,
): Promise<void> {
  const changes = { enabled: { from: true, to: false } };
  await commit(deps, {
    act: {
      actor: "service",
      action: "webhook.update",
      object: ["webhook", id],
      details: { name, host, changed: ["enabled"], changes, reason },
    },
    when: deps.webhooks.isThere(id, true),
    parts: [deps.webhooks.change(id, { enabled: false, disabled_reason: reason })],
  });
  deps.log("warn", "webhook.disabled", { webhook_id: id, host, reason });
}
