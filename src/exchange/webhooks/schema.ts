import { z } from "zod";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import { DELIVERY_STATES, EVENT_TYPES, SHAPES, TEST_EVENT } from "./vocabulary.ts";

const EXAMPLE_ID = "00000000-0000-4000-8000-000000000000";
const EXAMPLE_TIME = "2026-11-22T08:15:00.000Z";
const time = (description: string) => z.string().meta({ description, example: EXAMPLE_TIME });

const given = {
  name: z
    .string()
    .transform(cleanLine)
    .pipe(z.string().min(1, "must not be empty").max(80))
    .meta({ description: "What receives the events.", example: "SOC channel" }),
  url: z.string().trim().min(1).max(2048).meta({
    description:
      "URL that receives the events. It is stored encrypted, and only its host is ever shown.",
    example: "https://hooks.example.com/in/7f3a",
  }),
  event_types: z
    .array(z.enum(EVENT_TYPES))
    .min(1, "must name at least one event")
    .max(EVENT_TYPES.length)
    .transform((types) => EVENT_TYPES.filter((type) => types.includes(type)))
    .meta({ description: "Events that are sent.", example: ["analysis.signed"] }),
  include_restricted: z.boolean().meta({
    description:
      "Whether messages about reports marked TLP:RED or TLP:AMBER+STRICT have names and counts. Otherwise they have only the identifier.",
    example: false,
  }),
  enabled: z.boolean().meta({ description: "Whether events are sent.", example: true }),
};
const shape = z.enum(SHAPES).meta({
  description:
    "Form of the request body: `standard` for Standard Webhooks, `slack` for an incoming webhook of Slack, `teams` for a webhook of Teams Workflows.",
  example: "standard",
});

export const newWebhookSchema = z
  .object({
    ...given,
    shape: shape.default("standard"),
    include_restricted: given.include_restricted.default(false),
    enabled: given.enabled.default(true),
  })
  .meta({ id: "NewWebhook" });
export type NewWebhook = z.output<typeof newWebhookSchema>;

export const webhookChangeSchema = z.object(given).partial().meta({ id: "WebhookChange" });
export type WebhookChange = z.output<typeof webhookChangeSchema>;

export const deliveryStateSchema = z.enum(DELIVERY_STATES).meta({
  description:
    "`pending` is being sent or waits for its next attempt; `dead` has used up its attempts, or its webhook was disabled.",
  example: "delivered",
});

export const deliverySchema = z
  .object({
    id: z.uuid().meta({ description: "Identifier of the delivery.", example: EXAMPLE_ID }),
    message_id: z.string().meta({
      description:
        "The `webhook-id` header, which is the same for every attempt. A receiver ignores an id that it has seen.",
      example: "msg_5f2c0a9d1e7b4c38a6d0f1e2b3c4d5e6",
    }),
    event_type: z.enum([...EVENT_TYPES, TEST_EVENT]).meta({
      description: "Type of the event.",
      example: "analysis.signed",
    }),
    state: deliveryStateSchema,
    attempts: z.int().meta({ description: "Number of attempts so far.", example: 1 }),
    next_attempt_at: time("Time of the next attempt; null unless it is pending.").nullable(),
    last_attempt_at: time("Time of the last attempt; null before the first one.").nullable(),
    status_code: z.int().nullable().meta({
      description: "HTTP status of the last answer; null if there was none.",
      example: 200,
    }),
    error: z.string().nullable().meta({
      description: "Why the last attempt failed; null if it succeeded.",
      example: "hooks.example.com answers with HTTP 500.",
    }),
    created_at: time("Time at which the delivery was created."),
  })
  .meta({ id: "WebhookDelivery" });
export type DeliveryView = z.output<typeof deliverySchema>;

const shown = {
  id: z.uuid().meta({ description: "Identifier of the webhook.", example: EXAMPLE_ID }),
  name: z.string().meta({ description: "What receives the events.", example: "SOC channel" }),
  shape,
  host: z.string().meta({ description: "Host of the receiver.", example: "hooks.example.com" }),
  event_types: z.array(z.enum(EVENT_TYPES)).meta({ description: "Events that are sent." }),
  include_restricted: given.include_restricted,
  enabled: given.enabled,
  disabled_reason: z.string().nullable().meta({
    description: "Why the service disabled the webhook; null if it did not.",
    example: null,
  }),
  failing_since: time("Time since which no attempt succeeded; null after a success.").nullable(),
  previous_secret_until: time(
    "Time until which the previous secret signs too; null if it does not.",
  ).nullable(),
  pending: z.int().meta({ description: "Number of pending deliveries.", example: 0 }),
  dead: z.int().meta({ description: "Number of dead deliveries.", example: 0 }),
  last_delivery: deliverySchema.nullable().meta({
    description: "The delivery that was attempted last; null before the first attempt.",
  }),
  created_at: time("Time at which the webhook was created."),
  updated_at: time("Time of the last change."),
};

/** A webhook in lists, without URL and secret. */
export const webhookSchema = z.object(shown).meta({ id: "Webhook" });
export type WebhookView = z.output<typeof webhookSchema>;

export const createdWebhookSchema = z
  .object({
    ...shown,
    secret: z.string().meta({
      description: "Secret that signs the requests. It is shown only once.",
      example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDn0Qc2z2cVn4=",
    }),
  })
  .meta({ id: "CreatedWebhook" });
export type CreatedWebhook = z.output<typeof createdWebhookSchema>;

export const resentSchema = z
  .object({
    resent: z.int().meta({ description: "Number of deliveries that are sent again.", example: 3 }),
  })
  .meta({ id: "ResentDeliveries" });
