/** Where a rule's events come from, in Sigma's words; a rule of another language in the same ones. */
export interface LogSourceWords {
  category?: string | undefined;
  product?: string | undefined;
  service?: string | undefined;
}

/** What a rule says of itself. */
export interface RuleHeader {
  /** Its own id: a UUID in Sigma. */
  id: string | null;
  status: string | null;
  level: string | null;
  author: string | null;
  license: string | null;
  description: string | null;
  date: string | null;
  modified: string | null;
  references: string[];
  tags: string[];
  logsource: LogSourceWords | null;
  /** Path in the archive or name of the file that it came in; null for one written here. */
  path: string | null;
}

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
