import type { Webhook, WebhookDelivery } from "../../../api/webhooks.ts";

type EventType = Webhook["event_types"][number];

/** The events, in the order of the form. */
export const EVENTS: Record<EventType, string> = {
  "analysis.completed": "Analysis completed",
  "analysis.signed": "Report signed",
  "intake.created": "New report in the intake",
  "release.published": "Release published",
  "sync.failed": "Update of the knowledge base failed",
  "coverage.changed": "Coverage changed",
  "source.failing": "Source failing",
};
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

export const SHAPES: Record<Webhook["shape"], string> = {
  standard: "Standard Webhooks",
  slack: "Slack message",
  teams: "Teams card",
};

/** The states, in order of relevance to an operator. */
export const STATES: Record<WebhookDelivery["state"], string> = {
  dead: "Dead",
  pending: "Pending",
  delivered: "Delivered",
};

/** Returns the name of an event. A test event cannot be subscribed to. */
export function describeEvent(type: WebhookDelivery["event_type"]): string {
  return type === "webhook.test" ? "Test" : EVENTS[type];
}

export function describeAttempts(attempts: number): string {
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}
