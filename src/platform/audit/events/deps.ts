import type { VersionDeps } from "../../response-cache/deps.ts";
import type { AuditStore } from "../store.ts";
import type { EventFeed } from "./event-feed.ts";
import type { Listeners } from "./listeners.ts";

/** What following workspace changes requires. */
export interface EventDeps extends VersionDeps {
  audit: AuditStore;
  eventFeed: EventFeed;
  eventListeners: Listeners;
  settings: { AUTH_ENABLED: boolean };
}
