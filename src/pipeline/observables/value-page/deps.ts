import type { AuditStore } from "../../../platform/audit/store.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { ObservableDeps } from "../deps.ts";
import type { RereadDeps } from "../reread/deps.ts";
import type { ObservableSource } from "../vocabulary.ts";
import type { WarningListDeps } from "../warning-lists/deps.ts";
import type { ValuePageStore } from "./store.ts";

/** What a report or session that mentions a value says besides. */
export interface MentioningSource {
  id: string;
  title: string;
  published_at: string | null;
  technique_ids: readonly string[];
  group_ids: readonly string[];
}

/** What a registry said of a value. */
export interface RegistryAnswer {
  id: string;
  provider: string;
  status: string;
  asked_for: string;
  summary: Readonly<Record<string, unknown>>;
  created_at: string;
}

/** What telling everything about a value takes. */
export interface ValuePageDeps extends ObservableDeps, WarningListDeps {
  valuePages: ValuePageStore;
  audit: AuditStore;
  /** Those of many reports or sessions that are there. */
  /** The latest answers of registries. */
  registryAnswers(observableId: string): Promise<RegistryAnswer[]>;
  describeSources(type: ObservableSource, ids: readonly string[]): Promise<MentioningSource[]>;
}

/** What the routes of the room take. */
export type ObservableRoomDeps = ValuePageDeps & RereadDeps & RateLimitDeps;
