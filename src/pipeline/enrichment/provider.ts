import type { KnownKind, ObservableKind } from "../observables/vocabulary.ts";
import type { EnrichmentDeps } from "./deps.ts";
import type { Evidence } from "./evidence-schema.ts";
import type { Summary } from "./rdap/summary-schema.ts";
import type { EnrichmentSetting, EnrichmentSettings } from "./settings.ts";
import type { Target } from "./target.ts";
import type { EnrichmentStatus, ProviderName } from "./vocabulary.ts";

/** What a provider answered, or why it did not; a failure is a finding, too. */
export interface Finding {
  status: EnrichmentStatus;
  /** Of a registry's answer; empty for other providers. */
  summary: Summary;
  /** Null for RDAP, whose facts are those of its summary, and where there is no answer. */
  evidence: Evidence | null;
  detail: string | null;
  source_url: string | null;
  /** Whether the answer is about the target itself. */
  is_exact: boolean;
  expires_at: string;
  /** The server that did not answer at all; null where one did, or none was asked. */
  unreachable: string | null;
}

/** A service that is asked about observables. Its answers are evidence and never a verdict. */
export interface EnrichmentProvider {
  name: ProviderName;
  /** As people know it. */
  title: string;
  kinds: readonly KnownKind[];
  /** Any one of these settings turns it on; one without any is always on. */
  settings: readonly EnrichmentSetting[];
  /** What leaves the service, in one sentence. */
  sends: string;
  /** Who receives it. */
  receivers(settings: EnrichmentSettings): string[];
  /** Most queries, such as `4/minute`. */
  budget(settings: EnrichmentSettings): string[];
  /** What to ask about a value; null where it cannot be asked. */
  targetOf(this: void, kind: ObservableKind, value: string): Target | null;
  /** The server that would be asked, which gets one question at a time; null where none is. */
  laneOf(deps: EnrichmentDeps, target: Target): Promise<string | null>;
  /** Longest time that a look-up can take, in seconds. */
  deadline(deps: EnrichmentDeps): number;
  lookUp(deps: EnrichmentDeps, target: Target): Promise<Finding>;
}

/** Whether a provider may be asked. */
export function isEnabled(provider: EnrichmentProvider, settings: EnrichmentSettings): boolean {
  const { settings: names } = provider;
  return (
    names.length === 0 ||
    names.some((name) => settings[name] !== undefined && settings[name] !== false)
  );
}
