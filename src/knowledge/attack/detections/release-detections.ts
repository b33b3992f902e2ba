/** The input of an analytic: a log source and, if ATT&CK names one, its channel. */
export interface LogSourceReference {
  /** Index in `components`, or null if the bundle has no such data component. */
  component: number | null;
  name: string;
  /** Null if there is none, or if it is a sentence that the shipped facts exclude. */
  channel: string | null;
  /** Whether there is a channel that the shipped facts exclude because it is a sentence. */
  withheld: boolean;
}

/** A value that the user of an analytic sets: a threshold, an allowlist, a time span. */
export interface MutableElement {
  field: string;
  description: string | null;
}

export interface AnalyticRecord {
  stix_id: string;
  attack_id: string;
  name: string;
  description: string | null;
  platforms: string[];
  log_sources: LogSourceReference[];
  mutable_elements: MutableElement[];
}

export interface StrategyRecord {
  stix_id: string;
  attack_id: string;
  name: string;
  url: string | null;
  /** Ids of the active techniques that it detects. */
  techniques: string[];
  /** Ids of its active analytics, in ATT&CK's order. */
  analytics: string[];
}

/** `log_sources` since 18. `data_source` is an index in `data_sources`, before 18. */
export interface DataComponentRecord {
  stix_id: string;
  /** Null before 18, when components had no ids. */
  attack_id: string | null;
  name: string;
  data_source: number | null;
  log_sources: { name: string; channel: string | null; withheld: boolean }[];
}

export interface DataSourceRecord {
  stix_id: string;
  attack_id: string;
  name: string;
  platforms: string[];
}

export interface MitigationRecord {
  stix_id: string;
  attack_id: string;
  name: string;
  description: string | null;
  url: string | null;
}

/**
 * How the techniques of a release are detected and mitigated, active objects only. It is stored as one file next to the
 * release's index: about 2 MB of JSON for Enterprise.
 */
export interface ReleaseDetections {
  strategies: StrategyRecord[];
  analytics: AnalyticRecord[];
  components: DataComponentRecord[];
  data_sources: DataSourceRecord[];
  /** Before 18: how a component detects a technique. `component` is an index in `components`. */
  component_uses: { component: number; technique_id: string; description: string | null }[];
  mitigations: MitigationRecord[];
  mitigation_uses: { mitigation_id: string; technique_id: string; description: string | null }[];
}

/** For a release without detections. */
export const NO_DETECTIONS: ReleaseDetections = {
  strategies: [],
  analytics: [],
  components: [],
  data_sources: [],
  component_uses: [],
  mitigations: [],
  mitigation_uses: [],
};
