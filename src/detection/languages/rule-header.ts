import type { SigmaSource } from "../catalogue/file-schema.ts";

/** The metadata of a rule. */
export interface RuleHeader {
  /** The rule's own id: a UUID in Sigma. */
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
  /** In Sigma's terms, also for other languages. */
  logsource: SigmaSource | null;
  /** Path in the archive, or the file name; null for a rule written here. */
  path: string | null;
}
