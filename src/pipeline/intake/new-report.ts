import type { Outline } from "../../text/document/document.ts";
import type { Match, ObservableRole } from "../observables/vocabulary.ts";

/** A report as a feed, an import or an analyst brings it. */
export interface NewReport {
  /** Where it is known beforehand. */
  id?: string;
  title: string;
  url: string | null;
  publisher: string | null;
  /** Plain text. */
  summary: string;
  /** All that it says, for an analysis; observables are looked for here. */
  text: string;
  /** The outline of its title and text, where the sender has made it already. */
  outline?: Outline;
  published_at: string | null;
  technique_ids: string[];
  group_ids: string[];
  /** Identity where it comes from: a feed's guid, a STIX id, an event's UUID. */
  foreign_key: string | null;
  source_id: string | null;
  import_id: string | null;
  /** Values that its origin names as indicators. */
  indicators: MarkedMatch[];
  /** What an analyst says of it at once. */
  notes?: { analyst_notes: string; source_reliability: string | null };
}

/** A value as its origin marks it. */
export interface MarkedMatch extends Match {
  role: ObservableRole;
  /** 0 to 100. */
  confidence: number;
  /** When its origin saw it, and until when it stands by it (ISO 8601), where it says so. */
  first_seen_at?: string;
  last_seen_at?: string;
  expires_at?: string;
  /** What its origin says of it. */
  comment?: string;
}
