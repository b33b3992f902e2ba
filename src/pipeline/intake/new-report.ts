import type { Outline } from "../../text/document/document.ts";
import type { Match, ObservableRole } from "../observables/vocabulary.ts";

/** A report from a feed, an import or an analyst. */
export interface NewReport {
  /** Set if it is known in advance. */
  id?: string;
  title: string;
  url: string | null;
  publisher: string | null;
  /** Plain text. */
  summary: string;
  /** Its full text, for analysis and for finding observables. */
  text: string;
  /** The outline of its title and text, if the sender has created it already. */
  outline?: Outline;
  published_at: string | null;
  technique_ids: string[];
  group_ids: string[];
  /** Identity at its origin: a feed's guid, a STIX ID, an event's UUID. */
  foreign_key: string | null;
  source_id: string | null;
  import_id: string | null;
  /** Values that its origin marks as indicators. */
  indicators: MarkedMatch[];
  /** An analyst's initial assessment. */
  notes?: { analyst_notes: string; source_reliability: string | null };
}

/** A value as its origin marks it. */
export interface MarkedMatch extends Match {
  role: ObservableRole;
  /** 0 to 100. */
  confidence: number;
  /** When its origin saw it, and until when the origin considers it valid (ISO 8601), if stated. */
  first_seen_at?: string;
  last_seen_at?: string;
  expires_at?: string;
  /** The origin's comment on it. */
  comment?: string;
}
