import { sql } from "drizzle-orm";
import { type Part, writeUnrecorded } from "../../../platform/audit/commit.ts";
import { describeError } from "../../../platform/lib/log.ts";
import { enqueueMessage } from "../../../platform/jobs/enqueue-message.ts";
import type { Delivery } from "../delivery-store.ts";
import type { WebhookDeps } from "../deps.ts";
import { jobOf, newDelivery } from "../new-delivery.ts";
import type { Webhook } from "../store.ts";
import { MAX_PENDING } from "../vocabulary.ts";
import type { Announcement } from "./announcement.ts";
import { describeEvents } from "./describe-events.ts";
import { noteReleases } from "./note-releases.ts";

/** Maximum events converted to deliveries in one batch. */
const STEP = 200;

/** Creates deliveries of events. Failures are retried after the next change or at the next tick. */
export async function announceQuietly(deps: WebhookDeps): Promise<void> {
  await announceEvents(deps).catch((error: unknown) => {
    deps.log("warn", "webhook.not_announced", describeError(error));
  });
}

/**
 * Creates deliveries with their jobs for the events that triggers recorded, and queues the jobs. Each step is one
 * batch, so that an event leaves the outbox exactly when its deliveries exist. Concurrent runs create the deliveries of
 * each event once.
 */
export async function announceEvents(deps: WebhookDeps): Promise<void> {
  await noteReleases(deps);
  let isFirst = true;
  for (;;) {
    const events = await deps.webhookEvents.listOldest(STEP);
    if (events.length === 0) break;
    isFirst = false;
    await announce(deps, await describeEvents(deps, events));
  }
  if (isFirst) return;
  for (const id of await deps.jobs.listRunnable(deps.now())) await enqueueMessage(deps, id);
}

async function announce(deps: WebhookDeps, announced: readonly Announcement[]): Promise<void> {
  const receivers = await deps.webhooks.listEnabled();
  const waiting = await countWaiting(deps, receivers);
  const rows = receivers.flatMap((webhook) =>
    announced
      .filter(({ type }) => webhook.event_types.some((subscribed) => subscribed === type))
      .map((one) => ({ ...deliveryOf(deps, webhook, one, waiting), event_ids: one.event_ids })),
  );
  const hosts = new Map(receivers.map(({ id, host }) => [id, host]));
  const jobs = rows
    .filter(({ state }) => state === "pending")
    .map((row) => jobOf(row, row.id, hosts.get(row.webhook_id) ?? ""));
  const { webhookDeliveries: deliveries, webhookEvents: outbox } = deps;
  const isNew = outbox.areThere(sql`value -> '$.event_ids'`);
  const parts = [
    deliveries.add(rows, isNew),
    only(deps.jobs.enqueue(...jobs), deliveries.isThere(sql`value ->> '$.id'`)),
    outbox.remove(announced.map(({ event_ids: ids }) => ids)),
  ];
  await writeUnrecorded(deps, "work", parts, []);
}

/** Creates a delivery, which is dead immediately if too many are pending for the same receiver. */
function deliveryOf(
  deps: WebhookDeps,
  webhook: Webhook,
  announced: Announcement,
  waiting: Map<string, number>,
): Delivery {
  const before = waiting.get(webhook.id) ?? 0;
  const delivery = newDelivery(deps, webhook, announced);
  if (before < MAX_PENDING) {
    waiting.set(webhook.id, before + 1);
    return delivery;
  }
  const error = `${MAX_PENDING} deliveries are waiting for this receiver; send this one again later.`;
  return { ...delivery, state: "dead", next_attempt_at: null, error };
}

async function countWaiting(
  deps: WebhookDeps,
  receivers: readonly Webhook[],
): Promise<Map<string, number>> {
  const counts = await deps.webhookDeliveries.countByState(receivers.map(({ id }) => id));
  const pending = counts.filter(({ state }) => state === "pending");
  return new Map(pending.map(({ webhook_id: id, n }) => [id, n]));
}

/** Restricts a part to rows whose JSON `value` satisfies a condition. */
function only(part: Part, where: ReturnType<typeof sql>): Part {
  return (write, held, now) => part(write, sql`${held} and ${where}`, now);
}
