import type { Match, ObservableRole } from "./vocabulary.ts";

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
}
