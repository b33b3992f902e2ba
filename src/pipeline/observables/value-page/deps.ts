import type { AuditStore } from "../../../platform/audit/store.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { ObservableDeps } from "../deps.ts";
import type { RereadDeps } from "../reread/deps.ts";
import type { ObservableSource } from "../vocabulary.ts";
import type { ValuePageStore } from "./store.ts";

/** What a report or session that mentions a value says besides. */
export interface MentioningSource {
  id: string;
  title: string;
  published_at: string | null;
  technique_ids: readonly string[];
  group_ids: readonly string[];
}

/** What telling everything about a value takes. */
export interface ValuePageDeps extends ObservableDeps {
  valuePages: ValuePageStore;
  audit: AuditStore;
  /** Those of many reports or sessions that are there. */
  describeSources(type: ObservableSource, ids: readonly string[]): Promise<MentioningSource[]>;
}

/** What the routes of the room take. */
export type ObservableRoomDeps = ValuePageDeps & RereadDeps & RateLimitDeps;
