import type { SigmaSource } from "../catalogue/file-schema.ts";

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
  /** In Sigma's words, also of a rule in another language. */
  logsource: SigmaSource | null;
  /** Path in the archive or name of the file that it came in; null for one written here. */
  path: string | null;
}
