/** How one sample of a rule came out. */
export interface SampleResult {
  sample_id: string;
  name: string;
  passed: boolean;
  /** How many of its events match. */
  matched: number;
  events: number;
  /** Why it could not run; null where it ran. */
  error: string | null;
}

/** How a version's samples came out. */
export interface SampleRun {
  passed: number;
  failed: number;
  results: SampleResult[];
}
