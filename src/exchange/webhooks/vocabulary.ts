/** Events that a webhook can receive. Triggers of the migrations write these names. */
export const EVENT_TYPES = [
  "analysis.completed",
  "analysis.signed",
  "intake.created",
  "release.published",
  "sync.failed",
  "coverage.changed",
  "source.failing",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent on request to one webhook, whatever its subscriptions. */
export const TEST_EVENT = "webhook.test";

/** Format of a request body: Standard Webhooks, a Slack message, or a Teams card. */
export const SHAPES = ["standard", "slack", "teams"] as const;
export type Shape = (typeof SHAPES)[number];

/** `dead`: its attempts are exhausted, or its webhook was disabled. */
export const DELIVERY_STATES = ["pending", "delivered", "dead"] as const;

export const MAX_WEBHOOKS = 50;

/** Seconds between the attempts of a delivery: about 28 hours in total. */
export const RETRY_SECONDS: readonly number[] = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  10 * 3600,
];

/** How long a rotated secret still signs. */
export const ROTATION_SECONDS = 24 * 3600;

/** A webhook without a success for this long is disabled. */
export const FAILING_SECONDS = 3 * 24 * 3600;

/** Maximum pending deliveries per receiver; further ones are dead immediately. */
export const MAX_PENDING = 10_000;

/** Maximum finished deliveries stored per webhook, and for how long. */
export const MAX_KEPT = 5_000;
export const KEPT_SECONDS = 30 * 24 * 3600;
