import type { Match, ObservableRole, SuppressionRule } from "./vocabulary.ts";

/** One place of a text where a value stands; offsets in UTF-16 code units of the text as it was given. */
export interface Occurrence extends Match {
  start: number;
  end: number;
  /** Written so that nobody clicks on it. */
  defanged: boolean;
  /**
   * The word before it, or the heading of its column, that says what it is, in lower case, as
   * "imphash"; null where none was needed.
   */
  label: string | null;
  /** Put together from parts that stand on different lines. */
  joined: boolean;
  /** What it is the host of; null where it stands for itself. */
  host_of: "url" | "email" | null;
}

/** An occurrence, and what its surroundings say of it. */
export interface Mention {
  start: number;
  end: number;
  role: ObservableRole;
  /** 0 to 100. */
  confidence: number;
  /** The heading that it stands under, at most 200 characters; null where there is none. */
  section: string | null;
  /** Its sentence, list item or row of a table, at most 400 characters. */
  sentence: string;
}

/** A value that stands in a text, with its places. */
export interface FoundValue extends Match {
  /** That of the strongest mention. */
  role: ObservableRole;
  /** The highest of the mentions, 0 to 100. */
  confidence: number;
  /** Of all mentions. */
  count: number;
  /** The strongest first, at most five. */
  mentions: readonly Mention[];
  /** What a sender says of when it was seen, and until when it stands by it. */
  times?: SaidTimes;
}

/** Times that a sender gives with a value (ISO 8601). */
export interface SaidTimes {
  first?: string | undefined;
  last?: string | undefined;
  until?: string | undefined;
}

/** What keeps a value out of the observables. */
export interface Suppressing {
  rule: SuppressionRule;
  /** The warning list that names the value, where one does. */
  list: string | null;
}

/** A value, and what keeps it out of the observables; null where nothing does. */
export interface RuledValue extends FoundValue {
  suppressed: Suppressing | null;
}

/** A value that is to be stored, under the id that it gets if it is new. */
export interface RuledMatch extends RuledValue {
  id: string;
}

/** The matches that one source mentions; `key` holds what SQL needs to find that source. */
export interface Mentions {
  key: Record<string, string | null>;
  /** When the source says that they were seen (ISO 8601); now where it does not say. */
  seen_at: string | null;
  matches: readonly RuledMatch[];
}

/** A value that no text was read for: what a sender marks, or an analyst enters. */
export function markedValue(match: Match, role: ObservableRole, confidence: number): FoundValue {
  return { ...match, role, confidence, count: 0, mentions: [] };
}
