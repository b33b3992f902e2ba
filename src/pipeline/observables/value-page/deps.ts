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

/** What else is known of a report or session that mentions a value. */
export interface MentioningSource {
  id: string;
  title: string;
  published_at: string | null;
  technique_ids: readonly string[];
  group_ids: readonly string[];
  /** Software and groups that it names, except those it only compares with or denies. */
  named: readonly GivenName[];
}

/** Something that is named together with a value. */
export interface GivenName {
  kind: NamedKind;
  name: string;
  /** Alternative names, including ATT&CK IDs. */
  aliases: readonly string[];
}

/** A provider's or registry's result for a value. */
export interface NamingRecord {
  id: string;
  provider: string;
  status: string;
  asked_for: string;
  summary: Readonly<Record<string, unknown>>;
  created_at: string;
  related: readonly GivenName[];
}

/** Dependencies of the value page. */
export interface ValuePageDeps extends ObservableDeps, WarningListDeps, ReleaseDeps {
  valuePages: ValuePageStore;
  audit: AuditStore;
  /** Returns the latest records of providers. */
  enrichmentsOf(observableId: string, limit: number): Promise<NamingRecord[]>;
  /** Returns those of many reports or sessions that exist. */
  describeSources(type: ObservableSource, ids: readonly string[]): Promise<MentioningSource[]>;
}

/** Dependencies of the observable routes. */
export type ObservableRoomDeps = ValuePageDeps & RereadDeps & RateLimitDeps & ExpireDeps;
