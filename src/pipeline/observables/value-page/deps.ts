import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import type { NamedKind } from "../../../knowledge/attack/ids/name-index.ts";
import type { AuditStore } from "../../../platform/audit/store.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { ObservableDeps } from "../deps.ts";
import type { ExpireDeps } from "../expire-observables.ts";
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
  /** Software and groups that it names; not those that it only compares with or denies. */
  named: readonly GivenName[];
}

/** Something that is named beside a value. */
export interface GivenName {
  kind: NamedKind;
  name: string;
  /** Other names of the same, ids of ATT&CK among them. */
  aliases: readonly string[];
}

/** What a registry or another provider said of a value. */
export interface NamingRecord {
  id: string;
  provider: string;
  status: string;
  asked_for: string;
  summary: Readonly<Record<string, unknown>>;
  created_at: string;
  related: readonly GivenName[];
}

/** What telling everything about a value takes. */
export interface ValuePageDeps extends ObservableDeps, WarningListDeps, ReleaseDeps {
  valuePages: ValuePageStore;
  audit: AuditStore;
  /** The latest records of providers. */
  enrichmentsOf(observableId: string, limit: number): Promise<NamingRecord[]>;
  /** Those of many reports or sessions that are there. */
  describeSources(type: ObservableSource, ids: readonly string[]): Promise<MentioningSource[]>;
}

/** What the routes of the room take. */
export type ObservableRoomDeps = ValuePageDeps & RereadDeps & RateLimitDeps & ExpireDeps;
