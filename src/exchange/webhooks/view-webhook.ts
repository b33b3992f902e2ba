import type { WebhookDeps } from "./deps.ts";
import type { Delivery } from "./delivery-store.ts";
import type { DeliveryView, WebhookView } from "./schema.ts";
import type { Webhook } from "./store.ts";

/** Returns webhooks for responses: without URL and secrets, with their latest delivery. */
export async function viewWebhooks(
  deps: Pick<WebhookDeps, "webhookDeliveries" | "now">,
  rows: readonly Webhook[],
): Promise<WebhookView[]> {
  const ids = rows.map(({ id }) => id);
  const [last, counts] = await Promise.all([
    deps.webhookDeliveries.listLast(ids),
    deps.webhookDeliveries.countByState(ids),
  ]);
  const now = deps.now();
  return rows.map(({ sealed: _sealed, previous_until: until, ...shown }) => {
    const delivery = last.find(({ webhook_id: id }) => id === shown.id);
    const count = (state: Delivery["state"]) =>
      counts.find((one) => one.webhook_id === shown.id && one.state === state)?.n ?? 0;
    return {
      ...shown,
      previous_secret_until: until !== null && until > now ? until : null,
      pending: count("pending"),
      dead: count("dead"),
      last_delivery: delivery === undefined ? null : viewDelivery(delivery),
    };
  });
}

/** Returns a webhook for responses. */
export async function viewWebhook(
  deps: Pick<WebhookDeps, "webhookDeliveries" | "now">,
  row: Webhook,
): Promise<WebhookView> {
  const [view] = await viewWebhooks(deps, [row]);
  if (view === undefined) throw new Error("no view");
  return view;
}

/** Returns a delivery as shown in lists, without its body. */
export function viewDelivery({
  webhook_id: _webhook,
  body: _body,
  ...shown
}: Delivery): DeliveryView {
  return shown;
}
