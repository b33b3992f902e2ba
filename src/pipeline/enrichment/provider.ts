import type { KnownKind, ObservableKind } from "../observables/vocabulary.ts";
import type { EnrichmentDeps } from "./deps.ts";
import type { Evidence } from "./evidence-schema.ts";
import type { Summary } from "./rdap/summary-schema.ts";
import type { EnrichmentSetting, EnrichmentSettings } from "./settings.ts";
import type { Target } from "./target.ts";
import type { EnrichmentStatus, ProviderName } from "./vocabulary.ts";

/** A provider's response, or the reason for none. A failure is also a finding. */
export interface Finding {
  status: EnrichmentStatus;
  /** Summary of a registry's response. Empty for other providers. */
  summary: Summary;
  /** Null without a response, and for RDAP, whose facts come from its summary. */
  evidence: Evidence | null;
  detail: string | null;
  source_url: string | null;
  /** Whether the response is about the target itself. */
  is_exact: boolean;
  expires_at: string;
  /** The server that did not respond, or null if one did or none was queried. */
  unreachable: string | null;
}

/** A service queried about observables. Its responses are evidence, never a verdict. */
export interface EnrichmentProvider {
  name: ProviderName;
  /** Its well-known name. */
  title: string;
  kinds: readonly KnownKind[];
  /** Any one of these settings enables it. A provider without settings is always enabled. */
  settings: readonly EnrichmentSetting[];
  /** The data sent to it, in one sentence. */
  sends: string;
  /** Returns the recipients of that data. */
  receivers(settings: EnrichmentSettings): string[];
  /** Returns the query limits, such as `4/minute`. */
  budget(settings: EnrichmentSettings): string[];
  /** Returns the target of a query about a value, or null if it does not support the value. */
  targetOf(this: void, kind: ObservableKind, value: string): Target | null;
  /** Returns the server to query, which receives one query at a time, or null if there is none. */
  laneOf(deps: EnrichmentDeps, target: Target): Promise<string | null>;
  /** Returns the maximum time of a lookup, in seconds. */
  deadline(deps: EnrichmentDeps): number;
  lookUp(deps: EnrichmentDeps, target: Target): Promise<Finding>;
}

/** Returns whether a provider may be queried. */
export function isEnabled(provider: EnrichmentProvider, settings: EnrichmentSettings): boolean {
  const { settings: names } = provider;
  return (
    names.length === 0 ||
    names.some((name) => settings[name] !== undefined && settings[name] !== false)
  );
}
