import type { ReleaseDeps } from "../../knowledge/attack/deps.ts";
import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { JobDeps } from "../../platform/jobs/deps.ts";
import type { Runtime } from "../../platform/lib/runtime.ts";
import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { CollectionStore } from "../../pipeline/collection/store.ts";
import type { IntakeStore } from "../../pipeline/intake/store.ts";
import type { SessionStore } from "../../reading/sessions/store.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { OutboxStore } from "./events/outbox-store.ts";
import type { SecretBox } from "./secret-box.ts";
import type { WebhookStore } from "./store.ts";

/** Dependencies of event descriptions. */
export interface EventSourceDeps {
  sessions: Pick<SessionStore, "findAll">;
  intake: Pick<IntakeStore, "findAll" | "listWithWord" | "readText">;
  collection: Pick<CollectionStore, "find">;
  settings: { PUBLIC_ORIGIN?: string | undefined };
}

/** Dependencies of webhooks. */
export interface WebhookDeps
  extends
    Runtime,
    CommitDeps,
    JobDeps,
    OutboundDeps,
    EventSourceDeps,
    Pick<ReleaseDeps, "published"> {
  webhooks: WebhookStore;
  webhookEvents: OutboxStore;
  webhookDeliveries: DeliveryStore;
  secretBox: SecretBox;
  settings: OutboundDeps["settings"] & EventSourceDeps["settings"];
}
