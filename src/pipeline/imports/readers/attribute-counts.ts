/**
 * What became of the values that were sent: attributes of events, cyber-observable objects and
 * comparisons of patterns. `seen` is the sum of the outcomes.
 */
export interface AttributeCounts {
  seen: number;
  /** At least one part of it is an observable of a kind of ours. */
  observables: number;
  /** Observables by kind; a value with several parts brings several. */
  kinds: Record<string, number>;
  /** Observables of kinds that only the sender's format knows, by type. */
  foreign: Record<string, number>;
  /** Sentences and measures, which stand in the report's text. */
  in_text: number;
  /** Comparisons that name no value: ports, negations, regular expressions. */
  without_value: number;
  /** Deleted by the sender. */
  deleted: number;
  /** Refused; the errors say why. */
  refused: number;
  /** Proposed changes of others, which are read as mentions; not among `seen`. */
  proposals: number;
  /** Files whose name and hashes are kept, and their bytes are not. */
  attachments: number;
}

/** Types that are counted apart; what somebody makes up beyond them is counted together. */
const LISTED_TYPES = 200;
const OTHER = "(other)";

/** No values at all. */
export function noAttributes(): AttributeCounts {
  return {
    seen: 0,
    observables: 0,
    kinds: {},
    foreign: {},
    in_text: 0,
    without_value: 0,
    deleted: 0,
    refused: 0,
    proposals: 0,
    attachments: 0,
  };
}

/** Counts more of a type. */
export function countType(counts: Record<string, number>, type: string, more = 1): void {
  const name = isListed(counts, type) ? type : OTHER;
  counts[name] = (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0) + more;
}

/** Every object inherits `__proto__`, and takes no number for it. */
function isListed(counts: Record<string, number>, type: string): boolean {
  if (Object.hasOwn(counts, type)) return true;
  if (type === "__proto__" || Object.hasOwn(counts, OTHER)) return false;
  return Object.keys(counts).length < LISTED_TYPES;
}

/** Adds counts to others. */
export function addAttributes(to: AttributeCounts, more: AttributeCounts): void {
  for (const name of Object.keys(more) as (keyof AttributeCounts)[]) {
    if (name === "kinds" || name === "foreign") {
      for (const [type, count] of Object.entries(more[name])) countType(to[name], type, count);
    } else to[name] += more[name];
  }
}

/** The same values, all of them refused: what held them could not be imported. */
export function allRefused({ seen, proposals }: AttributeCounts): AttributeCounts {
  return { ...noAttributes(), seen, proposals, refused: seen };
}
