/** The result of one sample of a rule. */
export interface SampleResult {
  sample_id: string;
  name: string;
  passed: boolean;
  /** Number of its events that match. */
  matched: number;
  events: number;
  /** Why it could not run; null if it ran. */
  error: string | null;
}

/** The results of a version's samples. */
export interface SampleRun {
  passed: number;
  failed: number;
  results: SampleResult[];
}
