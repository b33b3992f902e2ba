/** What an analytic reads: a log source and, where ATT&CK names one, its channel. */
export interface LogSourceReference {
  /** Place in `components`; null where the bundle has no such data component. */
  component: number | null;
  name: string;
  /** Null where there is none, and where it is a text that the shipped facts leave out. */
  channel: string | null;
  /** Whether there is a channel, a sentence, that the shipped facts leave out. */
  withheld: boolean;
}

/** What an analytic leaves to who uses it: a threshold, a list of the known, a span of time. */
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

/** `log_sources` since 18; `data_source` is a place in `data_sources`, before 18. */
export interface DataComponentRecord {
  stix_id: string;
  /** Null before 18, which gave them none. */
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
 * How the techniques of a release are detected and mitigated; all of it active. It is stored as one
 * file beside the release's index: about 2 MB of JSON for Enterprise.
 */
export interface ReleaseDetections {
  strategies: StrategyRecord[];
  analytics: AnalyticRecord[];
  components: DataComponentRecord[];
  data_sources: DataSourceRecord[];
  /** Before 18: what a component shows of a technique. `component` is a place in `components`. */
  component_uses: { component: number; technique_id: string; description: string | null }[];
  mitigations: MitigationRecord[];
  mitigation_uses: { mitigation_id: string; technique_id: string; description: string | null }[];
}

/** Of a release that says nothing of it. */
export const NO_DETECTIONS: ReleaseDetections = {
  strategies: [],
  analytics: [],
  components: [],
  data_sources: [],
  component_uses: [],
  mitigations: [],
  mitigation_uses: [],
};
