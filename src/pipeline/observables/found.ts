import type { Match, ObservableRole, SuppressionRule } from "./vocabulary.ts";

/** One position of a value in a text, as offsets in UTF-16 code units of the original text. */
export interface Occurrence extends Match {
  start: number;
  end: number;
  /** Whether it is written so that it is not clickable. */
  defanged: boolean;
  /**
   * The lowercase word before it, or its column heading, that names its kind, such as "imphash". Null if none was
   * needed.
   */
  label: string | null;
  /** Whether it was joined from parts on different lines. */
  joined: boolean;
  /** What it is the host of, or null if it is a separate value. */
  host_of: "url" | "email" | null;
}

/** An occurrence, and what its context says of it. */
export interface Mention {
  start: number;
  end: number;
  role: ObservableRole;
  /** 0 to 100. */
  confidence: number;
  /** The heading above it, at most 200 characters, or null if there is none. */
  section: string | null;
  /** Its sentence, list item or table row, at most 400 characters. */
  sentence: string;
}

/** A value in a text, with its mentions. */
export interface FoundValue extends Match {
  /** Role of the strongest mention. */
  role: ObservableRole;
  /** The highest confidence of its mentions, 0 to 100. */
  confidence: number;
  /** Number of all mentions. */
  count: number;
  /** The strongest first, at most five. */
  mentions: readonly Mention[];
  /** When the sender saw it, and until when the sender considers it valid. */
  times?: SaidTimes;
}

/** Times that a sender gives with a value (ISO 8601). */
export interface SaidTimes {
  first?: string | undefined;
  last?: string | undefined;
  until?: string | undefined;
}

/** The reason why a value is suppressed. */
export interface Suppressing {
  rule: SuppressionRule;
  /** The warning list that names the value, if any. */
  list: string | null;
}

/** A value, and the reason why it is suppressed, or null if it is not. */
export interface RuledValue extends FoundValue {
  suppressed: Suppressing | null;
}

/** A value to be stored, with the ID it gets if it is new. */
export interface RuledMatch extends RuledValue {
  id: string;
}

/** The matches that one source mentions. `key` contains what SQL needs to find that source. */
export interface Mentions {
  key: Record<string, string | null>;
  /** When the source says that they were seen (ISO 8601). Null means now. */
  seen_at: string | null;
  matches: readonly RuledMatch[];
}

/** Creates a value without text analysis: one that a sender marks, or an analyst enters. */
export function markedValue(match: Match, role: ObservableRole, confidence: number): FoundValue {
  return { ...match, role, confidence, count: 0, mentions: [] };
}
