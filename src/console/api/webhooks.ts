import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";

export type Webhook = Schema<"Webhook">;
export type WebhookDelivery = Schema<"WebhookDelivery">;
/** A webhook with its secret, which only this response contains. */
export type CreatedWebhook = Schema<"CreatedWebhook">;
/** The required fields of a new webhook. The service has defaults for the rest. */
export type NewWebhook = Pick<Webhook, "name" | "shape" | "event_types" | "include_restricted"> & {
  url: string;
};

const LOOK_MS = 5_000;
const MOST = 200;

/** Webhooks by name. Refetches regularly, because their deliveries progress by themselves. */
export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: ({ signal }) =>
    pageOf(api.GET("/api/webhooks", { params: { query: { limit: MOST } }, signal })),
  refetchInterval: LOOK_MS,
});

export interface DeliveriesWanted {
  limit: number;
  offset: number;
  state?: WebhookDelivery["state"];
}

/** Returns the deliveries of a webhook, newest first. */
export const deliveriesQuery = (id: string, query: DeliveriesWanted) =>
  queryOptions({
    queryKey: ["webhook-deliveries", id, query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/webhooks/{id}/deliveries", { params: { path: { id }, query }, signal })),
    refetchInterval: LOOK_MS,
  });

const at = (id: string) => ({ params: { path: { id } } });

export const createWebhook = (webhook: NewWebhook): Promise<CreatedWebhook> =>
  bodyOf(api.POST("/api/webhooks", { body: { ...webhook, enabled: true } }));

export const setEnabled = (id: string, enabled: boolean): Promise<Webhook> =>
  bodyOf(api.PATCH("/api/webhooks/{id}", { ...at(id), body: { enabled } }));

export async function deleteWebhook(id: string): Promise<void> {
  await bodyOf(api.DELETE("/api/webhooks/{id}", at(id)));
}

export const rotateSecret = (id: string): Promise<CreatedWebhook> =>
  bodyOf(api.POST("/api/webhooks/{id}/rotate", at(id)));

export const testWebhook = (id: string): Promise<WebhookDelivery> =>
  bodyOf(api.POST("/api/webhooks/{id}/test", at(id)));

export const resendDead = (id: string): Promise<Schema<"ResentDeliveries">> =>
  bodyOf(api.POST("/api/webhooks/{id}/resend-dead", at(id)));

export const resendDelivery = (id: string, delivery: string): Promise<WebhookDelivery> =>
  bodyOf(
    api.POST("/api/webhooks/{id}/deliveries/{delivery_id}/resend", {
      params: { path: { id, delivery_id: delivery } },
    }),
  );
