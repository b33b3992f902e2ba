import { commit } from "../../platform/audit/commit.ts";
import type { WebhookDeps } from "./deps.ts";
import { noSuchWebhook, requireWebhook } from "./read-webhook.ts";

/** Deletes a webhook with its deliveries, including pending ones. @throws AppError `not_found` */
export async function deleteWebhook(deps: WebhookDeps, actor: string, id: string): Promise<void> {
  const { name, shape, host } = await requireWebhook(deps, id);
  const isDeleted = await commit(deps, {
    act: {
      actor,
      action: "webhook.delete",
      object: ["webhook", id],
      details: { name, shape, host },
    },
    when: deps.webhooks.isThere(id),
    parts: [deps.webhooks.remove(id)],
  });
  if (!isDeleted) throw noSuchWebhook();
}
