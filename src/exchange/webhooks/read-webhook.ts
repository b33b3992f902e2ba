import { AppError } from "../../platform/lib/errors.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { Delivery } from "./delivery-store.ts";
import type { WebhookDeps } from "./deps.ts";
import type { DeliveryView, WebhookView } from "./schema.ts";
import type { Webhook } from "./store.ts";
import { viewDelivery, viewWebhooks } from "./view-webhook.ts";

/** @throws AppError `not_found` */
export async function requireWebhook(
  deps: Pick<WebhookDeps, "webhooks">,
  id: string,
): Promise<Webhook> {
  const webhook = await deps.webhooks.find(id);
  if (webhook === null) throw noSuchWebhook();
  return webhook;
}

export function noSuchWebhook(): AppError {
  return new AppError("not_found", "There is no webhook with this id.");
}

/** Returns the error for sending to a disabled webhook. */
export function isDisabled(): AppError {
  return new AppError("conflict", "The webhook is disabled; enable it first.");
}

/** Returns webhooks, sorted by name. */
export async function listWebhooks(deps: WebhookDeps, page: Page): Promise<Paged<WebhookView>> {
  const { items, total } = await deps.webhooks.list(page);
  return { items: await viewWebhooks(deps, items), total };
}

/** Returns the deliveries of a webhook, newest first. @throws AppError `not_found` */
export async function listDeliveries(
  deps: WebhookDeps,
  id: string,
  state: Delivery["state"] | undefined,
  page: Page,
): Promise<Paged<DeliveryView>> {
  await requireWebhook(deps, id);
  const { items, total } = await deps.webhookDeliveries.list(id, state, page);
  return { items: items.map(viewDelivery), total };
}
